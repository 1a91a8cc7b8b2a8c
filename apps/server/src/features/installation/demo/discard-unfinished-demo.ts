import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClickHouse } from '../../../platform/clickhouse/client.ts';
import type { Log } from '../../../platform/log.ts';
import { startEmbeddedPostgres } from '../../../platform/postgres/embedded/embedded-postgres.ts';
import { stopLeftBehind } from '../../../platform/postgres/embedded/left-behind.ts';
import { openPostgres } from '../../../platform/postgres/open-postgres.ts';
import { epochOf, epochOfRecords } from '../epoch/how-apart.ts';
import { epochOfUnfinished, forgetUnfinishedDemo, isDemoUnfinished } from './unfinished-demo.ts';

interface Place {
  readonly dataDir: string;
  /** What the usage database may have while it is asked. */
  readonly memoryBytes?: number | undefined;
  readonly log: Log;
  readonly now: Date;
  readonly tell: (line: string) => void;
}

const folders = ['postgres', 'clickhouse'];

/**
 * Removes the embedded databases of a demonstration that was cut off; call it before they are opened. What the mark is not
 * about stays, and what it may not be about is put aside.
 */
export async function discardUnfinishedDemo(place: Place): Promise<void> {
  const { dataDir, now, tell } = place;
  const discarded = join(dataDir, 'demo-discarded');
  // Known to be nobody's when it was moved there.
  rmSync(discarded, { recursive: true, force: true });
  // The one before was killed when both had been moved there already: of nothing there is nothing to put aside.
  const isGone = !folders.some((name) => existsSync(join(dataDir, name)));
  if (isGone || !isDemoUnfinished(dataDir)) return forgetUnfinishedDemo(dataDir);
  const marked = epochOfUnfinished(dataDir);
  const there = marked === undefined ? [] : [await epochInRecords(place), await epochInUsage(place)];
  const isSaid = there.map((epoch) => epoch === marked);
  if (isSaid.length > 0 && isSaid.every(Boolean)) {
    await moveTo(discarded, dataDir);
  } else if (isSaid.length === 0 || isSaid.some(Boolean) || there.includes(undefined)) {
    const aside = join(dataDir, `put-aside-${now.toISOString().replaceAll(/[-:]|\..*/g, '')}`);
    await moveTo(aside, dataDir);
    tell(
      `A demonstration was cut off here, in databases that may have held something else: they are now in ${aside}. Remove that folder if nothing in it is missed.`,
    );
  } else tell('A demonstration was cut off here in other databases than these, which stay as they are.');
  forgetUnfinishedDemo(dataDir);
  rmSync(discarded, { recursive: true, force: true });
}

async function moveTo(folder: string, dataDir: string): Promise<void> {
  await stopLeftBehind(join(dataDir, 'postgres'));
  mkdirSync(folder, { mode: 0o700 });
  for (const name of folders) if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(folder, name));
  const password = join(dataDir, 'postgres-password');
  if (existsSync(password)) copyFileSync(password, join(folder, 'postgres-password'));
}

/** Undefined where there is none, or it cannot say. */
async function epochInRecords({ dataDir, log }: Place): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'postgres', 'data'))) return undefined;
  const server = await startEmbeddedPostgres({ dataDir, log });
  try {
    const { db, close } = await openPostgres(server.ownerUrl);
    return await epochOfRecords(db)
      .catch(() => undefined)
      .finally(close);
  } finally {
    await server.close();
  }
}

/** As epochInRecords. */
async function epochInUsage({ dataDir, memoryBytes, log }: Place): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'clickhouse'))) return undefined;
  const clickhouse = await openClickHouse({ dataDir, log, memoryBytes });
  return await epochOf(clickhouse)
    .catch(() => undefined)
    .finally(() => clickhouse.close());
}
