import { sql } from 'kysely';
import pg from 'pg';
import type { Login } from './app-login.ts';
import { assertKeepsNothing } from './kept-by-role.ts';
import type { Postgres } from './open-postgres.ts';
import { assertOwnsNothing } from './owned-by-role.ts';
import { ownerAlone } from './owner-alone.ts';
import { reachOfRole } from './role-reach.ts';

/** The role of the application beside the embedded database's owner. */
export const appRole = 'usance_app';

/**
 * Lets a role read and write rows, whatever it could do before: it cannot drop, change or empty a table, nor switch off what
 * guards one, nor put a table of its own in the place of one that a guard looks at. Where every UPDATE or DELETE is refused
 * by `refuse_change()`, it has itself no right to try, and what says which version and which life of the installation this
 * is, the owner alone writes. What it has passed on to others goes with it. What others keep here stays as it is. Only temporary tables it may still make, where
 * others let it: guards look past those. Throws OperatorError for a login that owns something here, or that may more than
 * this by what others than the owner have granted, by a group, or as another role than the one it works as.
 */
export async function letUse(owner: Postgres, { login, role }: Login): Promise<void> {
  await assertOwnsNothing(owner, login);
  const name = pg.escapeIdentifier(role);
  const guarded = await guardedTables(owner);
  const functions = await ownFunctions(owner);
  const { written, writers } = await ownersOwn(owner, login);
  const { tables, sequences } = await givenAway(owner);
  // Two who start together would change the same rows of the catalogue.
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

/** The names of what the owner has to give, as a list; on what others keep beside it, it may have no right at all. */
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
 * What only the owner writes, of what was granted above, and whom the login may act for that is granted something on it: a
 * group that reads and writes all has that too.
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
