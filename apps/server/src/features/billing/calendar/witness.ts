import { uptime } from 'node:os';
import type { Db } from '#platform/postgres/database.ts';
import { productNow } from '#platform/postgres/product-now.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** It tells whether the calendar's clock is right. Without a witness the clock is believed, as one that tests move by hand must be. */
    readonly witness?: Witness | undefined;
  }
}

/** What tells time beside the clock; where time was moved, the database knows by how much. */
export interface Witness {
  databaseNow(): Promise<Date>;
  /** Milliseconds since some moment, by a clock that nobody sets. */
  elapsedMs(): number;
}

/** The database's clock and the machine's count of time. */
export function witnessOf(db: Db): Witness {
  return {
    databaseNow: () => productNow(db),
    // It counts a machine's sleep too, which the process's own count of time leaves out.
    elapsedMs: () => uptime() * 1_000,
  };
}
