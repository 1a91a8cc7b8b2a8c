import pg from 'pg';
import { OperatorError } from '#platform/failure/operator-error.ts';
import type { Manifest } from './manifest.ts';
import { ownSequences, ownTables } from './own-tables.ts';

/**
 * The tables of the installation, each after those that it refers to, with their data columns. Throws OperatorError if
 * one is missing.
 */
export async function tablesInOrder(client: pg.ClientBase): Promise<{ name: string; columns: string[] }[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `
    select relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      -- Deferred foreign keys need no order.
      array(select distinct confrelid::regclass::text from pg_constraint
            where conrelid = pg_class.oid and contype = 'f' and not condeferred and confrelid <> conrelid) as refers_to
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)
    order by relname`,
    [ownTables],
  );
  const missing = ownTables.filter((own) => !tables.some(({ name }) => name === own));
  if (missing.length > 0)
    throw new OperatorError(`This installation has another version or is damaged: it lacks ${missing.join(', ')}.`);
  const ordered: { name: string; columns: string[] }[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ refers_to }) => !refers_to.some((other) => waiting.has(other)));
    if (free.length === 0) {
      const names = [...waiting.keys()];
      throw new OperatorError(
        `These tables refer to each other in a circle, so they cannot be restored: ${names.join(', ')}. Drop the foreign key that is not Usance's (one of ${(await foreignKeysOf(client, names)).join(', ')}), or make it initially deferred.`,
      );
    }
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

async function foreignKeysOf(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select concat(quote_ident(conname), ' of ', relname) as name from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'f' and not condeferred and relnamespace = 'public'::regnamespace and relname = any($1) order by 1`,
    [tables],
  );
  return rows.map(({ name }) => name);
}

/** Tables in `public` that belong neither to Usance nor to an extension. */
export async function tablesOfOthers(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `
    select relname as name from pg_class
    where relkind in ('r', 'p', 'm', 'f') and relnamespace = 'public'::regnamespace
      and relname <> all($1) and relname <> 'schema_migration'
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname`,
    [ownTables],
  );
  return rows.map(({ name }) => name);
}

/**
 * The objects that the migrations made in an empty database: tables with their data columns, sequences, and all names.
 */
export async function madeByMigrations(client: pg.ClientBase): Promise<Made> {
  const { rows } = await client.query<{ name: string; kind: string; columns: string[] }>(`
    select relname as name, relkind as kind,
      array(select attname::text from pg_attribute
            where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class
    where relkind in ('r', 'S') and relnamespace = 'public'::regnamespace
      and relname not in ('schema_migration', 'restore_unfinished')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
    order by relname`);
  const named = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
  return {
    tables: new Map(named('r').map(({ name, columns }) => [name, columns])),
    sequences: named('S').map(({ name }) => name),
    objects: await objectsOf(client),
  };
}

interface Made {
  readonly tables: ReadonlyMap<string, readonly string[]>;
  readonly sequences: readonly string[];
  readonly objects: readonly string[];
}

/**
 * PostgreSQL's names of all objects in `public` except data columns and objects of extensions. Leaves out not-null
 * constraints, which only PostgreSQL 18 and later list.
 */
export async function objectsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    with there (classid, objid, objsubid) as (
      select 'pg_class'::regclass, oid, 0 from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'i', 'S')
      union all select 'pg_class'::regclass, attrelid, attnum from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind = 'r' and attgenerated <> '' and not attisdropped
      union all select 'pg_trigger'::regclass, pg_trigger.oid, 0 from pg_trigger join pg_class on pg_class.oid = tgrelid
        where relnamespace = 'public'::regnamespace and not tgisinternal
      union all select 'pg_policy'::regclass, pg_policy.oid, 0 from pg_policy join pg_class on pg_class.oid = polrelid
        where relnamespace = 'public'::regnamespace
      union all select 'pg_constraint'::regclass, oid, 0 from pg_constraint
        where connamespace = 'public'::regnamespace and contype <> 'n'
      union all select 'pg_proc'::regclass, oid, 0 from pg_proc where pronamespace = 'public'::regnamespace
      union all select 'pg_type'::regclass, oid, 0 from pg_type
        where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
    )
    select concat(type, ' ', identity) as name from there, pg_identify_object(classid, objid, objsubid)
    where not exists (select from pg_depend
      where pg_depend.classid = there.classid and pg_depend.objid = there.objid and deptype = 'e')
    order by name`);
  return rows.map(({ name }) => name);
}

/** The current state of every sequence of the installation. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest['postgres']['sequences']> {
  const sequences: Manifest['postgres']['sequences'] = [];
  for (const name of Object.keys(ownSequences)) {
    const { rows } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${name}`,
    );
    if (rows[0]) sequences.push({ name, ...rows[0] });
  }
  return sequences;
}

/** The names of the applied migrations. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migration order by name');
  return rows.map(({ name }) => name);
}

/** `(one, two)`: a column list for COPY, with any names quoted. */
export function columnList(columns: readonly string[]): string {
  return `(${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;
}
