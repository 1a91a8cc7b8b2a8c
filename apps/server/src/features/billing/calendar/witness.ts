import { uptime } from 'node:os';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/database.ts';

/** What tells time beside the clock. */
export interface Witness {
  databaseNow(): Promise<Date>;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  elapsedMs(): number;
}

/** The database's clock and the machine's count of time. */
export function witnessOf(db: Db): Witness {
  return {
    databaseNow: async () => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      const [row] = rows;
      if (!row) throw new Error('The database has not said what time it is');
      return row.now;
    },
    // It counts a machine's sleep too, which the process's own count of time leaves out.
    elapsedMs: () => uptime() * 1_000,
  };
}
