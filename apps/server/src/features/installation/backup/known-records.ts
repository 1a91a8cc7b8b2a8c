import type pg from 'pg';
import { BadBackup, type Manifest } from './manifest.ts';
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

function lacking(wanted: readonly string[], found: readonly { name: string }[]): string[] {
  return wanted.filter((each) => !found.some(({ name }) => name === each));
}
