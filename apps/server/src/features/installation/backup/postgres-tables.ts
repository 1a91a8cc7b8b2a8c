import type pg from 'pg';
import type { Manifest } from './manifest.ts';

/** The tables of the installation, each after those that it refers to, with the columns that hold data. */
export async function tablesInOrder(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(`
    select relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      -- What is checked at the end of a transaction asks for no order.
      array(select distinct confrelid::regclass::text from pg_constraint
            where conrelid = pg_class.oid and contype = 'f' and not condeferred and confrelid <> conrelid) as refers_to
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migration'
    order by relname`);
  const ordered: { name: string; columns: string[] }[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers_to }) => !refers_to.some((other) => waiting.has(other)));
    if (free.length === 0)
      throw new Error(`These tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`);
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

/** Where every sequence stands. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest['postgres']['sequences']> {
  const { rows: names } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const sequences: Manifest['postgres']['sequences'] = [];
  for (const { name } of names) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}

/** The migrations that made the tables. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** `(one, two)`: columns as COPY takes them. */
export function columnList(columns: readonly string[]): string {
  return `(${columns.map((column) => `"${column}"`).join(', ')})`;
}
