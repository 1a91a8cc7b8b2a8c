import { nouns } from '../house/nouns.ts';

/**
 * Tables of rooms that span the whole installation and are not nouns: months brought by an archive, and the last
 * backup.
 */
const ofTheHouse = ['carried_month', 'last_backup'];

/** The tables that the migrations make in `public`, except their own record. All others are not Usance's. */
export const ownTables: readonly string[] = [
  ...nouns.flatMap(({ tables = {} }) => Object.keys(tables)),
  ...ofTheHouse,
].sort();

/** The sequences that the migrations make, with the columns of their numbers: `[table, column]`. */
export const ownSequences: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> =
  Object.fromEntries(nouns.flatMap(({ sequences = {} }) => Object.entries(sequences)).sort());
