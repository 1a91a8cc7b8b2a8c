import type { Kysely, Transaction } from 'kysely';

/**
 * Every table by name. It is empty here: each feature adds its own in `<noun>.table.ts` by declaration merging,
 * so that the platform knows none of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it
export interface Database {}

export type Db = Kysely<Database>;
/** In a signature it means: only inside a transaction. */
export type Tx = Transaction<Database>;
/** For reads that may run inside a transaction or outside. */
export type DbOrTx = Kysely<Database>;
