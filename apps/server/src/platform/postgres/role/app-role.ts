import { sql } from 'kysely';
import pg from 'pg';
import type { Postgres } from '../open-postgres.ts';
import type { Login } from './app-login.ts';
import { assertKeepsNothing } from './kept-by-role.ts';
import { assertOwnsNothing } from './owned-by-role.ts';
import { ownerAlone } from './owner-alone.ts';
import { reachOfRole } from './role-reach.ts';

/** The application's role in the embedded database, beside the owner. */
export const appRole = 'usance_app';

/**
 * Gives a role rights to read and write rows, and revokes all others, with grants that it passed on. The role cannot
 * drop, change or empty a table, switch off a guard, or shadow a table that a guard reads. It may not update or delete
 * where `refuse_change()` forbids it, and only the owner writes migrations and the installation. Objects of others stay
 * unchanged. It may still create temporary tables where others allow it; guards ignore those.
 *
 * Throws OperatorError for a login that owns objects here, or that has further rights from others, from a group, or as
 * another role.
 */
export async function grantAppRights(owner: Postgres, { login, role }: Login): Promise<void> {
  await assertOwnsNothing(owner, login);
  const name = pg.escapeIdentifier(role);
  const guarded = await guardedTables(owner);
  const functions = await ownFunctions(owner);
  const { written, writers } = await ownersOwn(owner, login);
  const { tables, sequences } = await givenAway(owner);
  // Two servers that start together would otherwise change the same rows of the catalogue.
  await owner.script(`
    begin;
    select pg_advisory_xact_lock(hashtext('schema_migration'));
    revoke create on schema public, jobs from public, ${name} cascade;
    revoke all on ${tables} from public, ${name} cascade;
    revoke all on sequence ${sequences} from public, ${name} cascade;
    grant usage on schema public, jobs to ${name};
    grant select, insert, update, delete on ${tables} to ${name};
    grant usage, select on sequence ${sequences} to ${name};
    revoke insert, update, delete on ${written.join(', ')} from ${['public', name, ...writers].join(', ')} cascade;
    ${guarded.map(({ table, rights }) => `revoke ${rights} on ${table} from ${name};`).join('\n')}
    ${functions.map((signature) => `alter function ${signature} set search_path = public, pg_temp;`).join('\n')}
    do $$ begin
      execute format('revoke temporary, create on database %I from public, %I cascade', current_database(), ${pg.escapeLiteral(role)});
    end $$;
    commit`);
  await assertKeepsNothing(owner, login);
}

/** Lists the objects on which the owner can grant; it may have no rights on objects of others. */
async function givenAway(owner: Postgres): Promise<{ tables: string; sequences: string }> {
  const { rows } = await sql<{ name: string; isSequence: boolean }>`
    select oid::regclass::text as name, relkind = 'S' as "isSequence" from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'f', 'S') and relnamespace::regnamespace::text in ('public', 'jobs')
      and pg_has_role(relowner, 'usage')`.execute(owner.db);
  const listed = (isSequence: boolean) =>
    rows
      .filter((row) => row.isSequence === isSequence)
      .map(({ name }) => name)
      .join(', ');
  return { tables: listed(false), sequences: listed(true) };
}

async function guardedTables(owner: Postgres): Promise<{ table: string; rights: string }[]> {
  const { rows } = await sql<{ table: string; rights: string }>`
    select tgrelid::regclass::text as "table", concat_ws(', ',
      case when (tgtype & 16) > 0 then 'update' end, case when (tgtype & 8) > 0 then 'delete' end) as rights
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where proname = 'refuse_change' and (tgtype & 24) > 0`.execute(owner.db);
  return rows;
}

/**
 * Returns the granted objects that only the owner may write, and the roles with rights on them that the login can act
 * for. Such a role may be a group that writes all tables.
 */
async function ownersOwn(owner: Postgres, login: string): Promise<{ written: string[]; writers: string[] }> {
  const { rows: written } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where oid in ${ownerAlone} and relnamespace::regnamespace::text in ('public', 'jobs')`.execute(owner.db);
  const { rows: writers } = await sql<{ name: string }>`
    with granted (acl) as (
      select relacl from pg_class where oid in ${ownerAlone} union all select attacl from pg_attribute where attrelid in ${ownerAlone}
    )
    select distinct quote_ident(rolname) as name from granted, aclexplode(acl) join pg_roles on oid = grantee
    where grantee in ${reachOfRole(login)}`.execute(owner.db);
  return { written: written.map(({ name }) => name), writers: writers.map(({ name }) => name) };
}

async function ownFunctions(owner: Postgres): Promise<string[]> {
  const { rows } = await sql<{ signature: string }>`
    select pg_proc.oid::regprocedure::text as signature from pg_proc
    where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) = current_user
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`.execute(owner.db);
  return rows.map(({ signature }) => signature);
}
