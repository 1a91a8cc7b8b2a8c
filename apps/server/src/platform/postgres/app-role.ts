import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import type { Postgres } from './open-postgres.ts';

/** The role of the application beside the embedded database's owner. */
export const appRole = 'usance_app';

/**
 * Lets a role read and write rows and nothing else, whatever it could do before: it cannot drop, change or empty a table, nor switch off what guards
 * one, nor put a table of its own in the place of one that a guard looks at. Where every UPDATE or DELETE is refused by
 * `refuse_change()`, it has no right to try. What it has passed on to others goes with it. Throws OperatorError for a role that owns something here, or that may
 * more than this by what others than the owner have granted, or by a group.
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
  await assertKeepsNothing(owner, role);
}

/** Whoever owns a table, its schema or the database, or may act for who does, takes away what he likes. */
async function assertOwnsNothing(owner: Postgres, role: string): Promise<void> {
  const { rows } = await sql<{ what: string }>`
    select case when rolname = ${role} then 'is a superuser' else 'may act for the superuser ' || rolname end as what
      from pg_roles where rolsuper and pg_has_role(${role}, oid, 'member')
    union all select 'may join any role by the CREATEROLE of ' || rolname || ', before PostgreSQL 16 (alter role ' || quote_ident(rolname)
        || ' nocreaterole)'
      from pg_roles where rolcreaterole and pg_has_role(${role}, oid, 'member')
        and current_setting('server_version_num')::int < 160000
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

interface Kept {
  readonly may: string;
  readonly right: string;
  readonly grantor: string;
  /** Null for everybody. */
  readonly grantee: string | null;
}

/** What others than the owner have granted, to everybody too, and what its groups may do, is not taken from it with its own rights. */
async function assertKeepsNothing(owner: Postgres, role: string): Promise<void> {
  const { rows } = await sql<Kept>`
    with kept as (
      select 'create in schema ' || nspname as may, 'create on schema ' || nspname as "right", acl.*
        from pg_namespace, aclexplode(nspacl) as acl where nspname in ('public', 'jobs') and privilege_type = 'CREATE'
      union all select case privilege_type when 'TRUNCATE' then 'empty ' else 'put triggers on ' end || oid::regclass,
          lower(privilege_type) || ' on ' || oid::regclass, acl.*
        from pg_class, aclexplode(relacl) as acl
        where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'jobs')
          and privilege_type in ('TRUNCATE', 'TRIGGER')
      union all select 'set back ' || oid::regclass, 'update on sequence ' || oid::regclass, acl.*
        from pg_class, aclexplode(relacl) as acl
        where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'jobs') and privilege_type = 'UPDATE'
    )
    select may, "right", case when grantee <> 0 then pg_get_userbyid(grantee) end as grantee,
      -- That role has one member and no way in.
      pg_get_userbyid(case when grantor = to_regrole('pg_database_owner') then datdba else grantor end) as grantor
    from kept join pg_database on datname = current_database()
    where grantee = 0 or pg_has_role(${role}, grantee, 'member') limit 1`.execute(owner.db);
  const [kept] = rows;
  if (kept) throw new OperatorError(`The role ${role} of DATABASE_URL ${howKept(kept, role)}.`);
  const { rows: writers } = await sql`select from pg_roles
    where rolname = 'pg_write_all_data' and pg_has_role(${role}, oid, 'member')`.execute(owner.db);
  if (writers.length > 0)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL may set back sequences as member of pg_write_all_data: take it out of that group.`,
    );
}

function howKept({ may, right, grantor, grantee }: Kept, role: string): string {
  const isGroup = grantee !== null && grantee !== role;
  const whom = grantee === null ? 'everybody' : isGroup ? grantee : 'it';
  const revoke = `revoke ${right} from ${grantee === null ? 'public' : pg.escapeIdentifier(grantee)}`;
  return `may ${may}, which ${grantor} has granted to ${whom}: revoke it as ${grantor} (${revoke})${isGroup ? ', or take it out of that group' : ''}`;
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
