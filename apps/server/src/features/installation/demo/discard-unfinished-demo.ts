import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openClickHouse } from '#platform/clickhouse/client.ts';
import type { Log } from '#platform/log.ts';
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded-postgres.ts';
import { openPostgres } from '#platform/postgres/open-postgres.ts';
import { epochOf, epochOfRecords } from '../epoch/difference.ts';
import { databasesIn, moveDatabases } from './move-databases.ts';
import { epochOfUnfinished, forgetUnfinishedDemo, isDemoUnfinished } from './unfinished-demo.ts';

interface Place {
  readonly dataDir: string;
  /** The memory limit of the usage database while it is asked. */
  readonly memoryBytes?: number | undefined;
  readonly log: Log;
  readonly now: Date;
  readonly tell: (line: string) => void;
}

const nameAside = 'put-aside-';

/**
 * Removes the embedded databases of an interrupted demonstration, before they are opened. Databases of another epoch
 * stay; databases without a clear epoch are put aside.
 */
export async function discardUnfinishedDemo(place: Place): Promise<void> {
  const { dataDir, now, tell } = place;
  const discarded = join(dataDir, 'demo-discarded');
  // Only databases of the marked epoch were moved there.
  rmSync(discarded, { recursive: true, force: true });
  if (!isDemoUnfinished(dataDir)) return forgetUnfinishedDemo(dataDir);
  if (databasesIn(dataDir).length === 0) {
    // The last start was killed after moving both databases, so nothing is left to put aside.
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
  } else tell('A demonstration was cut off here in other databases; these stay as they are.');
  forgetUnfinishedDemo(dataDir);
  rmSync(discarded, { recursive: true, force: true });
}

/** Reports each such folder: a killed server may have put one database in another folder, silently. */
function tellAside({ dataDir, tell }: Place): void {
  const aside = readdirSync(dataDir).filter((name) => name.startsWith(nameAside));
  for (const folder of aside.map((name) => join(dataDir, name)))
    tell(
      `A demonstration was cut off here, in databases that may have held other data: they are now in ${folder}. Remove that folder if you do not need its data.`,
    );
}

/** Undefined if there is no database, or it cannot tell. */
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

/** Like epochInRecords. */
async function epochInUsage({ dataDir, memoryBytes, log }: Place): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'clickhouse'))) return undefined;
  const clickhouse = await openClickHouse({ dataDir, log, memoryBytes });
  return await epochOf(clickhouse)
    .catch(() => undefined)
    .finally(() => clickhouse.close());
}
