import { nouns } from '../house/nouns.ts';

/** Of the rooms that look at the whole house, which are no nouns: when the last backup was taken, and which months came with an archive. */
const ofTheHouse = ['carried_month', 'last_backup'];

/** What the migrations make in `public`, but for their own record. Whatever else is there is somebody else's. */
export const ownTables: readonly string[] = [
  ...nouns.flatMap(({ tables = {} }) => Object.keys(tables)),
  ...ofTheHouse,
].sort();

/** The sequences that the migrations make, and where their numbers stand: `[table, column]`. */
export const ownSequences: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> =
  Object.fromEntries(nouns.flatMap(({ sequences = {} }) => Object.entries(sequences)).sort());
