import pg from 'pg';

interface Constraint {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Takes away, in a transaction, what these tables hold against new rows alone (NOT VALID): rows from before it would be
 * refused for new ones. Answers what puts it back as it was, to be called when they are filled.
 */
export async function takeUnproven(client: pg.ClientBase, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: unproven } = await client.query<Constraint>(
    `select relname as "table", conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where not convalidated and contype in ('c', 'f') and relnamespace = 'public'::regnamespace and relname = any($1)`,
    [tables],
  );
  for (const { table, name } of unproven)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`);
  return async () => {
    for (const { table, name, definition } of unproven)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`);
  };
}
