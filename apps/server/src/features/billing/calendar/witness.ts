import { uptime } from 'node:os';
import type { Db } from '#platform/postgres/database.ts';
import { productNow } from '#platform/postgres/database-now.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    /** Checks the calendar's clock. Without a witness the clock is trusted, for tests that move it. */
    readonly witness?: Witness | undefined;
  }
}

/** The clocks that witness the server's; after a moved time, the database knows the difference. */
export interface Witness {
  databaseNow(): Promise<Date>;
  /** Milliseconds since some moment, by a clock that cannot be set. */
  elapsedMs(): number;
}

/** Witnesses by the database's clock and the machine's uptime. */
export function witnessOf(db: Db): Witness {
  return {
    databaseNow: () => productNow(db),
    // Uptime includes the machine's sleep; the process's own clock does not.
    elapsedMs: () => uptime() * 1_000,
  };
}
