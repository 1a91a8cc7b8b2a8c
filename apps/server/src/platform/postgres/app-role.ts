import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import type { Postgres } from './open-postgres.ts';

/** The role of the application beside the embedded database's owner. */
export const appRole = 'usance_app';

/**
 * Lets a role read and write rows and nothing else, whatever it could do before: it cannot drop, change or empty a table, nor switch off what guards
 * one, nor put a table of its own in the place of one that a guard looks at. Where every UPDATE or DELETE is refused by
 * `refuse_change()`, it has no right to try. What it has passed on to others goes with it. Throws OperatorError for a role that owns something here.
 */
export async function letUse(owner: Postgres, role: string): Promise<void> {
  await assertOwnsNothing(owner, role);
  const name = pg.escapeIdentifier(role);
  const guarded = await guardedTables(owner);
  const functions = await ownFunctions(owner);
  // Two who start together would change the same rows of the catalogue.
  await owner.script(`
    begin;
    select pg_advisory_xact_lock(hashtext('schema_migration'));
    revoke create on schema public, jobs from public, ${name} cascade;
    revoke all on all tables in schema public, jobs from public, ${name} cascade;
    revoke all on all sequences in schema public, jobs from public, ${name} cascade;
    grant usage on schema public, jobs to ${name};
    grant select, insert, update, delete on all tables in schema public, jobs to ${name};
    grant usage, select on all sequences in schema public, jobs to ${name};
    revoke insert, update, delete on schema_migration, installation from ${name};
    ${guarded.map(({ table, rights }) => `revoke ${rights} on ${table} from ${name};`).join('\n')}
    ${functions.map((signature) => `alter function ${signature} set search_path = public, pg_temp;`).join('\n')}
    do $$ begin
      execute format('revoke temporary, create on database %I from public, %I cascade', current_database(), ${pg.escapeLiteral(role)});
    end $$;
    commit`);
  await assertMayEmptyNothing(owner, role);
}

/** Whoever owns a table, its schema or the database, or may act for who does, takes away what he likes. */
async function assertOwnsNothing(owner: Postgres, role: string): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select 'is a superuser' as what from pg_roles where rolname = ${role} and rolsuper
    union all select 'may act for the role of DATABASE_OWNER_URL' where pg_has_role(${role}, current_user, 'member')
    union all select 'owns the database' from pg_database
      where datname = current_database() and pg_has_role(${role}, datdba, 'member')
    union all select 'owns the schema ' || nspname from pg_namespace
      where nspname in ('public', 'jobs') and pg_has_role(${role}, nspowner, 'member')
    union all select 'owns tables' from pg_class
      where relnamespace::regnamespace::text in ('public', 'jobs') and pg_has_role(${role}, relowner, 'member')
    limit 1`.execute(owner.db);
  const [found] = rows;
  if (found)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL ${found.what}, and could take away what guards the tables: name one for DATABASE_URL that owns nothing here.`,
    );
}

/** What its groups may do is not taken from it with its own rights. */
async function assertMayEmptyNothing(owner: Postgres, role: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'jobs')
      and has_table_privilege(${role}, oid, 'truncate, trigger') limit 1`.execute(owner.db);
  if (rows[0])
    throw new OperatorError(
      `The role ${role} of DATABASE_URL may empty ${rows[0].name} as member of a group: take it out of that group.`,
    );
}

async function guardedTables(owner: Postgres): Promise<{ table: string; rights: string }[]> {
  const { rows } = await sql<{ table: string; rights: string }>`
    select tgrelid::regclass::text as "table", concat_ws(', ',
      case when (tgtype & 16) > 0 then 'update' end, case when (tgtype & 8) > 0 then 'delete' end) as rights
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where proname = 'refuse_change' and (tgtype & 24) > 0`.execute(owner.db);
  return rows;
}

async function ownFunctions(owner: Postgres): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select pg_proc.oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = current_user
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(owner.db);
  return rows.map(({ signature }) => signature);
}
