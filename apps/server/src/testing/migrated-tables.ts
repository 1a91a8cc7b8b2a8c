import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { Columns, DeclaredColumn } from './declared-tables.ts';

export interface MigratedColumn {
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly isGenerated: boolean;
}

type Tables<C> = ReadonlyMap<string, Columns<C>>;

/** The tables that the migrations create, except the one that records the migrations. */
export async function migratedTables(db: DbOrTx): Promise<Tables<MigratedColumn>> {
  const { rows } = await sql<MigratedColumn & { table: string; column: string }>`
    select table_name as table, column_name as column, data_type as type, is_nullable = 'YES' as nullable,
      column_default is not null or coalesce(identity_generation = 'BY DEFAULT', false) as "hasDefault",
      is_generated = 'ALWAYS' or coalesce(identity_generation = 'ALWAYS', false) as "isGenerated"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migration'
    order by 1, ordinal_position`.execute(db);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return new Map([...byTable].map(([table, columns]) => [table, new Map(columns.map((each) => [each.column, each]))]));
}

/** Returns a sentence for each difference between the types and the database. */
export function differences(declared: Tables<DeclaredColumn>, migrated: Tables<MigratedColumn>): string[] {
  const tables = new Set([...declared.keys(), ...migrated.keys()]);
  return [...tables].sort().flatMap((table) => {
    const [types, columns] = [declared.get(table), migrated.get(table)];
    if (!types) return [`${table} is in the database and declared nowhere`];
    if (!columns) return [`${table} is declared and not in the database`];
    return [...new Set([...types.keys(), ...columns.keys()])].flatMap((column) =>
      differencesOf(types.get(column), columns.get(column)).map((difference) => `${table}.${column} ${difference}`),
    );
  });
}

const kindsOfType: Record<string, readonly DeclaredColumn['kind'][]> = {
  'timestamp with time zone': ['instant'],
  integer: ['number'],
  smallint: ['number'],
  boolean: ['boolean'],
  bytea: ['bytes'],
  ARRAY: ['list'],
  // Text if code only writes it.
  jsonb: ['json', 'unknown', 'named', 'text'],
};
// Amounts, 64-bit counts and days are texts, so that they never pass through a float.
const texts: readonly DeclaredColumn['kind'][] = ['text', 'named'];

function differencesOf(declared: DeclaredColumn | undefined, migrated: MigratedColumn | undefined): string[] {
  if (!declared) return ['is in the database and in no type'];
  if (!migrated) return ['is declared and not in the database'];
  const { type, nullable, hasDefault, isGenerated } = migrated;
  const { kind, written } = declared;
  const found: string[] = [];
  if (!(kindsOfType[type] ?? texts).includes(kind)) found.push(`is ${type} and declared as ${kind}`);
  if (nullable !== declared.nullable && kind !== 'unknown')
    found.push(nullable ? 'may be null and is declared never to' : 'is never null');
  if (isGenerated && (written === 'always' || written === 'maybe')) found.push('is generated and not declared so');
  if (!isGenerated && written === 'never') found.push('is declared as generated and is not');
  if (!hasDefault && !nullable && !isGenerated && written === 'maybe') found.push('has no default to be left out for');
  return found;
}
