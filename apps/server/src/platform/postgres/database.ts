import type { Kysely, Transaction } from 'kysely';

/**
 * Every table by name. Each feature adds its tables in `<noun>.table.ts` by declaration merging, so the platform knows
 * none of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it
export interface Database {}

/** A parameter of this type means: call only inside a transaction. */
export type Tx = Transaction<Database>;
/** The database outside of any transaction. A Tx is not a Db, so reading around a transaction does not compile. */
export type Db = Kysely<Database> & { readonly isTransaction: false };
/** For reads that may run inside a transaction or outside. */
export type DbOrTx = Kysely<Database>;

/** A pool is never a transaction; Kysely's own type leaves that open. */
export function outsideTransactions(pool: Kysely<Database>): Db {
  return pool as Db;
}
