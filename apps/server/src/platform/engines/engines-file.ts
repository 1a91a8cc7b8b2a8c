import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { ClickHouse } from '../clickhouse/client.ts';
import { removeWhole, writeWhole } from '../data-dir/write-whole.ts';
import { OperatorError } from '../failure/operator-error.ts';
import { isAlive } from '../process/is-alive.ts';
import { assertSamePlaces, type NamedPlaces } from './named-places.ts';

/** The addresses of a running server's engines, for commands that work beside it. */
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
 * Writes the addresses of the engines for those who may read DATA_DIR, and again when the usage database moves.
 * `forget` removes them before the engines stop.
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
      // On a full disk, a missing file makes commands wait, while a stale one would send them to the wrong address.
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

/** Removes the addresses of a killed server, or of engines that are about to stop. */
export function forgetEngines(dataDir: string): void {
  removeWhole(fileIn(dataDir));
}

/**
 * Returns the engines of the server that runs on the folder; they must be the ones that are named. Throws
 * OperatorError, also while another program holds the folder.
 */
export function enginesOfRunningServer(dataDir: string, named: NamedPlaces): EngineUrls {
  const told = toldIn(dataDir);
  if (told === undefined || !isAlive(told.pid))
    throw new OperatorError(
      `A server that is starting, or another command, works on ${dataDir}: try again when it is done.`,
    );
  assertSamePlaces(dataDir, { its: told.named, ours: named });
  if (told.clickhouseUrl === undefined)
    throw new OperatorError(`The server on ${dataDir} is restarting its usage database: try again in a moment.`);
  return { ownerUrl: told.ownerUrl, clickhouseUrl: told.clickhouseUrl };
}

const engines = z.object({
  ownerUrl: z.string(),
  clickhouseUrl: z.optional(z.string()),
  named: z.object({ databaseUrl: z.optional(z.string()), clickhouseUrl: z.optional(z.string()) }),
  pid: z.int(),
});

/** Undefined if there is no complete file (a full disk). */
function toldIn(dataDir: string): z.output<typeof engines> | undefined {
  try {
    return engines.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}
