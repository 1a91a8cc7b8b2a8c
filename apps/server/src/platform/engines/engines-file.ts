import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ClickHouse } from '../clickhouse/client.ts';
import { OperatorError } from '../operator-error.ts';
import { isAlive } from '../process/is-alive.ts';
import { removeWhole, writeWhole } from '../write-whole.ts';
import { assertSamePlaces, type NamedPlaces } from './named-places.ts';

/** Where the engines of a running server are, for who works on its installation beside it. */
export interface EngineUrls {
  readonly ownerUrl: string;
  readonly clickhouseUrl: string;
}

interface Told {
  readonly ownerUrl: string;
  readonly clickhouse: Pick<ClickHouse, 'url' | 'whenMoved'>;
}

const fileIn = (dataDir: string) => join(dataDir, 'engines.json');

/**
 * Says where the engines are, to those who may read DATA_DIR, and again whenever one is reached elsewhere; until it is
 * called to forget them, as they are about to stop.
 */
export function tellEngines(
  dataDir: string,
  { ownerUrl, clickhouse }: Told,
  { databaseUrl, clickhouseUrl }: NamedPlaces,
): { forget(): void } {
  let isTold = true;
  const named = { databaseUrl, clickhouseUrl };
  const tell = () => write(dataDir, { ownerUrl, clickhouseUrl: clickhouse.url, named, pid: process.pid });
  tell();
  clickhouse.whenMoved(() => {
    try {
      if (isTold) tell();
    } catch {
      // A full disk: whoever finds nothing waits, and is not sent to where nothing is.
      forgetEngines(dataDir);
    }
  });
  return {
    forget: () => {
      isTold = false;
      forgetEngines(dataDir);
    },
  };
}

function write(dataDir: string, told: object): void {
  writeWhole(fileIn(dataDir), `${JSON.stringify(told)}\n`);
}

/** Those of a server that was killed, or that are about to stop. */
export function forgetEngines(dataDir: string): void {
  removeWhole(fileIn(dataDir));
}

/**
 * The engines of the server that runs on the folder, which must be those that are named. Throws OperatorError, also while
 * it is another program that has the folder.
 */
export function enginesOfRunningServer(dataDir: string, named: NamedPlaces): EngineUrls {
  const told = toldIn(dataDir);
  if (told === undefined || !isAlive(told.pid))
    throw new OperatorError(
      `A server that is starting, or another command, works on ${dataDir}: try again when it is done.`,
    );
  assertSamePlaces(dataDir, { its: told.named, ours: named });
  if (told.clickhouseUrl === undefined)
    throw new OperatorError(`The server on ${dataDir} starts its usage database again: try again when it is there.`);
  return { ownerUrl: told.ownerUrl, clickhouseUrl: told.clickhouseUrl };
}

const engines = z.object({
  ownerUrl: z.string(),
  clickhouseUrl: z.optional(z.string()),
  named: z.object({ databaseUrl: z.optional(z.string()), clickhouseUrl: z.optional(z.string()) }),
  pid: z.int(),
});

/** Undefined where nothing is told, or not all of it (a full disk). */
function toldIn(dataDir: string): z.output<typeof engines> | undefined {
  try {
    return engines.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
