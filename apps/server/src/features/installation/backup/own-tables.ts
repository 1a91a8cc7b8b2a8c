import { nouns } from '../house/nouns.ts';

/** The table of backups, whose room spans the whole installation and is no noun. */
const ofTheHouse = 'last_backup';

/** The tables that the migrations make in `public`, except their own record. All others are not Usance's. */
export const ownTables: readonly string[] = [
  ...nouns.flatMap(({ tables = {} }) => Object.keys(tables)),
  ofTheHouse,
].sort();

/** The sequences that the migrations make, with the columns of their numbers: `[table, column]`. */
export const ownSequences: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> =
  Object.fromEntries(nouns.flatMap(({ sequences = {} }) => Object.entries(sequences)).sort());
