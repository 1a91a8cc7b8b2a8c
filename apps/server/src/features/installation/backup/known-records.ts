import type pg from 'pg';
import { BadBackup, type Manifest } from './manifest.ts';
import { ownSequences } from './own-tables.ts';
import { madeByMigrations } from './postgres-tables.ts';

type Records = Pick<Manifest['postgres'], 'tables' | 'sequences'>;

/**
 * What a backup holds of the tables and sequences that its migrations have made here; earlier versions put tables of others
 * beside them in it, which is told. Throws BadBackup when one is missing.
 */
export async function onlyKnown(
  client: pg.ClientBase,
  { postgres: { tables, sequences } }: Manifest,
  tell: (line: string) => void,
): Promise<Records> {
  const made = await madeByMigrations(client);
  const known = {
    tables: tables.filter(({ name }) => made.tables.includes(name)),
    sequences: sequences.filter(({ name }) => made.sequences.includes(name)),
  };
  const missing = [...lacking(made.tables, known.tables), ...lacking(made.sequences, known.sequences)];
  if (missing.length > 0) throw new BadBackup(`The backup is not whole: it lacks ${missing.join(', ')}.`);
  const strange = [...tables, ...sequences].map(({ name }) => name);
  const others = strange.filter((name) => !made.tables.includes(name) && !made.sequences.includes(name));
  if (others.length > 0) tell(`These are none of Usance's, and not restored: ${others.join(', ')}.`);
  return known;
}

/** Refuses sequences that would give a number again that a row has; call it when the rows are there. Throws BadBackup. */
export async function assertNumbersGiven(client: pg.ClientBase, { tables, sequences }: Records): Promise<void> {
  const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.columns ?? [];
  for (const { name, value, isCalled } of sequences) {
    const given = BigInt(value) - (isCalled ? 0n : 1n);
    for (const [table, column] of ownSequences[name] ?? []) {
      // An earlier version may not have had it yet.
      if (!columnsOf(table).includes(column)) continue;
      const { rows } = await client.query<{ last: string }>(
        `select coalesce(max(${column}), 0)::text as last from ${table}`,
      );
      const last = BigInt(rows[0]?.last ?? 0);
      if (last > given)
        throw new BadBackup(`The backup is not as it was written: ${name} stands before ${last}, which ${table} has.`);
    }
  }
}

function lacking(wanted: readonly string[], found: readonly { name: string }[]): string[] {
  return wanted.filter((each) => !found.some(({ name }) => name === each));
}
