import type { Travels } from '#platform/house/kept-table.ts';
import { inOrder } from '#platform/in-order.ts';
import { nouns } from '../house/nouns.ts';

/** A table of which a contract's rows travel. */
export interface ArchivedTable extends Travels {
  readonly table: string;
}

const tables = nouns.flatMap(({ tables: own = {} }) => Object.entries(own));

/** In the order in which the database's guards take them. */
export const archivedTables: readonly ArchivedTable[] = inOrder(
  tables.flatMap(([table, kept]) => ('travels' in kept ? [{ name: table, table, ...kept.travels }] : [])),
);

/**
 * Tables with rows of contracts that do not travel, each with why.
 *
 * @internal for the test that holds them against the database
 */
export const leftOutTables: Readonly<Record<string, string>> = Object.fromEntries([
  ...tables.flatMap(([table, kept]) => ('stays' in kept ? [[table, kept.stays]] : [])),
  ['carried_month', 'says which months came with an archive'],
]);

export const fileOf = ({ table }: ArchivedTable): string => `${table}.jsonl`;

/** What travels beside the contract's own rows, and is not what the digest is of: it reads otherwise elsewhere. */
export const peopleFile = 'people.json';
export const secretsFile = 'secrets.json';
export const manifestFile = 'manifest.json';

export const ownFiles: readonly string[] = archivedTables.map(fileOf);
export const knownFiles: readonly string[] = [manifestFile, ...ownFiles, peopleFile, secretsFile];
