import type pg from 'pg';
import { knownColumns } from './known-columns.ts';
import { BadBackup, type Manifest } from './manifest.ts';
import { ownSequences } from './own-tables.ts';
import { madeByMigrations } from './postgres-tables.ts';

type Table = Manifest['postgres']['tables'][number] & Pick<ReturnType<typeof knownColumns>, 'only'>;
interface Records {
  readonly tables: readonly Table[];
  readonly sequences: Manifest['postgres']['sequences'];
}

/**
 * Selects the tables, columns and sequences of a backup that the migrations have made here; reports the others. Throws
 * BadBackup if one of ours is missing.
 */
export async function onlyKnown(
  client: pg.ClientBase,
  { postgres: { tables, sequences, objects } }: Manifest,
  tell: (line: string) => void,
): Promise<Records> {
  const made = await madeByMigrations(client);
  const known: Table[] = [];
  const strange = objects.filter((name) => !made.objects.includes(name));
  for (const table of tables) {
    const columns = made.tables.get(table.name);
    const ours = knownColumns(table.columns, columns ?? []);
    if (columns === undefined) strange.push(table.name);
    else {
      known.push({ ...table, columns: [...ours.columns], only: ours.only });
      strange.push(...ours.strange.map((column) => `column ${column} of ${table.name}`));
    }
  }
  const knownSequences = sequences.filter(({ name }) => made.sequences.includes(name));
  const missing = [...lacking([...made.tables.keys()], known), ...lacking(made.sequences, knownSequences)];
  if (missing.length > 0) throw new BadBackup(`The backup is incomplete: it lacks ${missing.join(', ')}.`);
  strange.push(
    ...lacking(
      sequences.map(({ name }) => name),
      knownSequences,
    ),
  );
  if (strange.length > 0) tell(`These are not Usance's, and not restored: ${strange.join(', ')}.`);
  return { tables: known, sequences: knownSequences };
}

/** Refuses sequences that would repeat a number; call it after the rows are in. Throws BadBackup. */
export async function assertNumbersGiven(client: pg.ClientBase, { tables, sequences }: Records): Promise<void> {
  const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.columns ?? [];
  for (const { name, value, isCalled } of sequences) {
    const given = BigInt(value) - (isCalled ? 0n : 1n);
    for (const [table, column] of ownSequences[name] ?? []) {
      // The column may be newer than the backup.
      if (!columnsOf(table).includes(column)) continue;
      const { rows } = await client.query<{ last: string }>(
        `select coalesce(max(${column}), 0)::text as last from ${table}`,
      );
      const last = BigInt(rows[0]?.last ?? 0);
      if (last > given)
        throw new BadBackup(`The backup is damaged: ${name} has not reached ${last}, which ${table} uses.`);
    }
  }
}

function lacking(wanted: readonly string[], found: readonly { name: string }[]): string[] {
  return wanted.filter((each) => !found.some(({ name }) => name === each));
}
