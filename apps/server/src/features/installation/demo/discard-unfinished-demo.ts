import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClickHouse } from '#platform/clickhouse/client.ts';
import type { Log } from '#platform/log.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { epochOf, epochOfRecords } from '../epoch/how-apart.ts';
import { databasesIn, moveDatabases } from './move-databases.ts';
import { epochOfUnfinished, forgetUnfinishedDemo, isDemoUnfinished } from './unfinished-demo.ts';

interface Place {
  readonly dataDir: string;
  /** What the usage database may have while it is asked. */
  readonly memoryBytes?: number | undefined;
  readonly log: Log;
  readonly now: Date;
  readonly tell: (line: string) => void;
}

const nameAside = 'put-aside-';

/**
 * Removes the embedded databases of a demonstration that was cut off; call it before they are opened. What the mark is not
 * about stays, and what it may not be about is put aside.
 */
export async function discardUnfinishedDemo(place: Place): Promise<void> {
  const { dataDir, now, tell } = place;
  const discarded = join(dataDir, 'demo-discarded');
  // Known to be nobody's when it was moved there.
  rmSync(discarded, { recursive: true, force: true });
  if (!isDemoUnfinished(dataDir)) return forgetUnfinishedDemo(dataDir);
  if (databasesIn(dataDir).length === 0) {
    // The one before was killed when both had been moved: of nothing there is nothing to put aside.
    tellAside(place);
    return forgetUnfinishedDemo(dataDir);
  }
  const marked = epochOfUnfinished(dataDir);
  const there = marked === undefined ? [] : [await epochInRecords(place), await epochInUsage(place)];
  const isSaid = there.map((epoch) => epoch === marked);
  if (isSaid.length > 0 && isSaid.every(Boolean)) {
    await moveDatabases(dataDir, discarded);
  } else if (isSaid.length === 0 || isSaid.some(Boolean) || there.includes(undefined)) {
    await moveDatabases(dataDir, join(dataDir, nameAside + now.toISOString().replaceAll(/[-:]|\..*/g, '')));
    tellAside(place);
  } else tell('A demonstration was cut off here in other databases than these, which stay as they are.');
  forgetUnfinishedDemo(dataDir);
  rmSync(discarded, { recursive: true, force: true });
}

/** Of each such folder: one that was killed may have put the other half in another, and told nobody. */
function tellAside({ dataDir, tell }: Place): void {
  const aside = readdirSync(dataDir).filter((name) => name.startsWith(nameAside));
  for (const folder of aside.map((name) => join(dataDir, name)))
    tell(
      `A demonstration was cut off here, in databases that may have held something else: they are now in ${folder}. Remove that folder if nothing in it is missed.`,
    );
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
