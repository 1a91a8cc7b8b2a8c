import type { Travels } from '#platform/house/kept-table.ts';
import { inOrder } from '#platform/in-order.ts';
import { nouns } from '../house/nouns.ts';

/** A table whose rows travel with their contract. */
export interface ArchivedTable extends Travels {
  readonly table: string;
}

const tables = nouns.flatMap(({ tables: own = {} }) => Object.entries(own));

/** In the order that the database's guards require. */
export const archivedTables: readonly ArchivedTable[] = inOrder(
  tables.flatMap(([table, kept]) => ('travels' in kept ? [{ name: table, table, ...kept.travels }] : [])),
);

/**
 * Tables with rows of contracts that do not travel, each with the reason.
 *
 * @internal for the test that checks them against the database
 */
export const leftOutTables: Readonly<Record<string, string>> = Object.fromEntries(
  tables.flatMap(([table, kept]) => ('stays' in kept ? [[table, kept.stays]] : [])),
);

export const fileOf = ({ table }: ArchivedTable): string => `${table}.jsonl`;

/**
 * Files that travel beside the contract's own rows and are not part of the digest, because they differ between
 * installations.
 */
export const peopleFile = 'people.json';
export const secretsFile = 'secrets.json';
export const manifestFile = 'manifest.json';

export const ownFiles: readonly string[] = archivedTables.map(fileOf);
export const knownFiles: readonly string[] = [manifestFile, ...ownFiles, peopleFile, secretsFile];
