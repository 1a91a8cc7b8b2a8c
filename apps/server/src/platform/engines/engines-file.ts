import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { OperatorError } from '../operator-error.ts';
import type { Engines } from './open-engines.ts';

/** Where the engines of a running server are, for who works on its installation beside it. */
export interface EngineUrls {
  readonly ownerUrl: string;
  readonly clickhouseUrl: string;
}

const fileIn = (dataDir: string) => join(dataDir, 'engines.json');

/** Says where the engines are, to those who may read DATA_DIR. */
export function tellEngines(dataDir: string, { ownerUrl, clickhouse }: Engines): void {
  const urls = { ownerUrl, clickhouseUrl: clickhouse.url, pid: process.pid };
  const unfinished = `${fileIn(dataDir)}.unfinished`;
  // Never through a link that somebody has laid here.
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${JSON.stringify(urls)}\n`, { mode: 0o600, flag: 'wx' });
  // Whoever reads it has all of it.
  renameSync(unfinished, fileIn(dataDir));
}

/** They are about to stop. */
export function forgetEngines(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** The engines of the server that runs on the folder. Throws OperatorError while it is another program that has it. */
export function enginesOfRunningServer(dataDir: string): EngineUrls {
  const told = toldIn(dataDir);
  if (told !== undefined && isAlive(told.pid)) return told;
  throw new OperatorError(
    `A server that is starting, or another command, works on ${dataDir}: try again when it is done.`,
  );
}

const engineUrls = z.object({ ownerUrl: z.string(), clickhouseUrl: z.string(), pid: z.int() });

/** Undefined where nothing is told, not all of it (a full disk), or not where the usage database is while it is started anew. */
function toldIn(dataDir: string): z.output<typeof engineUrls> | undefined {
  try {
    return engineUrls.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
