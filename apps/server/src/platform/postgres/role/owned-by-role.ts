import { sql } from 'kysely';
import { OperatorError } from '../../failure/operator-error.ts';
import type { DbOrTx } from '../database.ts';
import type { Postgres } from '../open-postgres.ts';
import { reachOfRole } from './role-reach.ts';

/**
 * Refuses a role that owns objects in this database, or may act for an owner. An owner can drop its objects, and
 * PostgreSQL may call a better fitting function or operator of a stranger instead of its own, in guards or as the
 * owner. So only the owner may have functions beside the tables. Call it before the owner runs SQL that could call one.
 */
export async function assertOwnsNothing(owner: Postgres, role: string): Promise<void> {
  await owner.db.transaction().execute(async (tx) => {
    // A planted function must not be called even here.
    await sql`set local search_path = pg_catalog, pg_temp`.execute(tx);
    await assertNoOwner(tx, role);
    await assertNoneTakenForOurs(tx);
    await assertNoneOfOthers(tx);
    await assertNoTriggerOfOthers(tx);
  });
}

async function assertNoOwner(tx: DbOrTx, role: string): Promise<void> {
  const { rows } = await sql<{ what: string; drop: string | null }>`
    select case when rolname = ${role} then 'is a superuser' else 'may act for the superuser ' || rolname end as what, null as drop
      from pg_roles where rolsuper and oid in ${reachOfRole(role)}
    union all select 'may join any role by the CREATEROLE of ' || rolname || ', before PostgreSQL 16 (alter role ' || quote_ident(rolname)
        || ' nocreaterole)', null
      from pg_roles where rolcreaterole and oid in ${reachOfRole(role)} and current_setting('server_version_num')::int < 160000
    union all select 'may act for the role of DATABASE_OWNER_URL', null
      from pg_roles where rolname = current_user and oid in ${reachOfRole(role)}
    union all select 'owns the database', null from pg_database
      where datname = current_database() and datdba in ${reachOfRole(role)}
    union all (select concat(case when rolname <> ${role} then 'may act for ' || rolname || ', who ' end, 'owns the ', type, ' ', identity),
        -- The remedy never drops a table.
        case when classid <> 'pg_class'::regclass then concat('drop ', type, ' ', identity) end
      from pg_shdepend join pg_roles on pg_roles.oid = refobjid, pg_identify_object(classid, objid, objsubid)
      where deptype = 'o' and dbid = (select oid from pg_database where datname = current_database())
        and refclassid = 'pg_authid'::regclass and refobjid in ${reachOfRole(role)}
        and coalesce(schema, '') !~ '^pg_temp'
        -- Default privileges and large objects shadow nothing of ours.
        and classid not in ('pg_default_acl'::regclass, 'pg_largeobject'::regclass)
      order by classid, objid)
    limit 1`.execute(tx);
  const [found] = rows;
  if (!found) return;
  const drop = found.drop === null ? '' : `, or drop it if it is not Usance's own (${found.drop})`;
  throw new OperatorError(
    `The role ${role} of DATABASE_URL ${found.what}, and could remove the guards of the tables: name one for DATABASE_URL that owns nothing here${drop}.`,
  );
}

/**
 * Names that are looked up before the tables exist could be a view with a function call, or have a trigger. Superusers
 * act for everyone, so memberships are asked.
 */
async function assertNoneTakenForOurs(tx: DbOrTx): Promise<void> {
  const { rows } = await sql<{ what: string; whose: string }>`
    with recursive trusted (it) as (
      select oid from pg_roles where rolname in (session_user, current_user)
      union select roleid from pg_auth_members join trusted on member = it
    )
    select concat(type, ' ', identity) as what, rolname as whose
    from pg_class join pg_roles on pg_roles.oid = relowner join pg_database on datname = current_database(),
      pg_identify_object('pg_class'::regclass, pg_class.oid, 0)
    where relnamespace = to_regnamespace('public') and relname in ('schema_migration', 'restore_unfinished', 'demo_unfinished')
      and not rolsuper and relowner <> datdba and relowner not in (select it from trusted)
    order by relname limit 1`.execute(tx);
  const [found] = rows;
  if (found)
    throw new OperatorError(
      `The ${found.what} belongs to ${found.whose}, for whom the role of DATABASE_OWNER_URL does not act, and would be taken for Usance's own: name its owner in DATABASE_OWNER_URL if it is, else drop it (drop ${found.what}).`,
    );
}

async function assertNoneOfOthers(tx: DbOrTx): Promise<void> {
  const { rows } = await sql<{ what: string; whose: string }>`
    select concat(type, ' ', identity) as what, rolname as whose
    from pg_shdepend as it join pg_roles on pg_roles.oid = refobjid, pg_identify_object(classid, objid, objsubid)
    where deptype = 'o' and dbid = (select oid from pg_database where datname = current_database())
      and refclassid = 'pg_authid'::regclass
      and classid in ('pg_proc'::regclass, 'pg_operator'::regclass) and schema in ('public', 'jobs')
      and not rolsuper and rolname <> current_user
      and refobjid is distinct from (select relowner from pg_class where oid = to_regclass('public.schema_migration'))
      and not exists (select from pg_depend
        where pg_depend.classid = it.classid and pg_depend.objid = it.objid and deptype = 'e')
    order by classid, objid limit 1`.execute(tx);
  const [found] = rows;
  if (found)
    throw new OperatorError(
      `The ${found.what} belongs to ${found.whose}, who does not own the tables, and guards could call it instead of another: give it to the owner of the tables if it is Usance's own (alter ${found.what} owner to …), else drop it (drop ${found.what}), or move it to another schema.`,
    );
}

/**
 * A trigger runs as the writer, even as the owner, and can replace or drop the written rows. A role with the TRIGGER
 * right can create one, and the owner of its function can change it at any time.
 */
async function assertNoTriggerOfOthers(tx: DbOrTx): Promise<void> {
  const { rows } = await sql<{ trigger: string; called: string; whose: string }>`
    select concat(quote_ident(tgname), ' on ', tgrelid::regclass) as trigger, tgfoid::regprocedure::text as called, rolname as whose
    from pg_trigger join pg_class on pg_class.oid = tgrelid
      join pg_proc on pg_proc.oid = tgfoid join pg_roles on pg_roles.oid = proowner
    where not tgisinternal and not rolsuper and proowner <> relowner and rolname <> current_user
      and relowner = (select relowner from pg_class where oid = to_regclass('public.schema_migration'))
      and relnamespace::regnamespace::text in ('public', 'jobs')
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = tgfoid and deptype = 'e')
    order by 1 limit 1`.execute(tx);
  const [found] = rows;
  if (found)
    throw new OperatorError(
      `The trigger ${found.trigger} calls ${found.called}, which belongs to ${found.whose}, who does not own the table and could change the written rows: give it to the owner of the table (alter function ${found.called} owner to …), or drop the trigger (drop trigger ${found.trigger}).`,
    );
}
