import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../../failure/operator-error.ts';
import type { Postgres } from '../open-postgres.ts';
import { ownerAlone } from './owner-alone.ts';
import { reachOfRole } from './role-reach.ts';

interface Kept {
  readonly may: string;
  readonly right: string;
  /** True if the grantee may have passed it on; REVOKE then needs CASCADE. */
  readonly isGrantable: boolean;
  readonly grantor: string;
  /** Null means PUBLIC. */
  readonly grantee: string | null;
}

/**
 * True if SET of a parameter cannot disable guards: it concerns logs, statistics or speed, any role may set it, or it
 * is fixed while the server runs. Other parameters, including those of extensions, may load or run code. A parameter
 * hidden from the owner is not one for logs.
 */
const isHarmless = sql`(
  parname ~ '^(auto_explain|pg_stat_statements|pgaudit)[.]'
  or exists (select from pg_settings where lower(name) = parname and (context not in ('superuser', 'superuser-backend')
    or category ~ '^(Reporting and Logging|Statistics|Resource Usage|Query Tuning|Lock Management)')))`;

/**
 * Refuses a login with rights that the owner cannot revoke: grants by others, also to PUBLIC, and rights of its groups.
 * Rights that are not written at the table belong only to its owner, superusers and PostgreSQL's own groups.
 */
export async function assertKeepsNothing(owner: Postgres, login: string): Promise<void> {
  const { rows } = await sql<Kept>`
    with kept as (
      select 'create in schema ' || nspname as may, 'create on schema ' || nspname as "right", acl.*
        from pg_namespace, aclexplode(nspacl) as acl where nspname in ('public', 'jobs') and privilege_type = 'CREATE'
      union all select case privilege_type when 'TRUNCATE' then 'empty ' else 'put triggers on ' end || oid::regclass,
          lower(privilege_type) || ' on ' || oid::regclass, acl.*
        from pg_class, aclexplode(relacl) as acl
        where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'jobs')
          and privilege_type in ('TRUNCATE', 'TRIGGER')
      union all select 'write ' || oid::regclass, lower(privilege_type) || ' on ' || oid::regclass, acl.*
        from pg_class, aclexplode(relacl) as acl
        where oid in ${ownerAlone} and privilege_type in ('INSERT', 'UPDATE', 'DELETE')
      union all select 'write ' || attrelid::regclass,
          concat(lower(privilege_type), ' (', quote_ident(attname), ') on ', attrelid::regclass), acl.*
        from pg_attribute, aclexplode(attacl) as acl
        where attrelid in ${ownerAlone} and privilege_type in ('INSERT', 'UPDATE')
      union all select 'set back ' || oid::regclass, 'update on sequence ' || oid::regclass, acl.*
        from pg_class, aclexplode(relacl) as acl
        where relkind = 'S' and relnamespace::regnamespace::text in ('public', 'jobs') and privilege_type = 'UPDATE'
      union all select concat(case privilege_type when 'SET' then 'set ' else 'change ' end, parname,
            case privilege_type when 'SET' then '' else ' for the whole server' end),
          concat(lower(privilege_type), ' on parameter ', parname), acl.*
        from pg_parameter_acl, aclexplode(paracl) as acl
        where not (privilege_type = 'SET' and ${isHarmless})
      union all select 'create schemas in database ' || datname, 'create on database ' || quote_ident(datname), acl.*
        from pg_database, aclexplode(datacl) as acl where datname = current_database() and privilege_type = 'CREATE'
    )
    select may, "right", is_grantable as "isGrantable", case when grantee <> 0 then pg_get_userbyid(grantee) end as grantee,
      -- pg_database_owner has one member and cannot log in.
      pg_get_userbyid(case when grantor = to_regrole('pg_database_owner') then datdba else grantor end) as grantor
    from kept join pg_database on datname = current_database()
    where grantee = 0 or grantee in ${reachOfRole(login)} limit 1`.execute(owner.db);
  const [kept] = rows;
  if (kept) throw new OperatorError(`The role ${login} of DATABASE_URL ${howKept(kept, login)}.`);
  const [member] = (
    await sql<{ name: string; may: string }>`select rolname as name, may
    from pg_roles join (values ('pg_write_all_data', 'set back sequences'),
      ('pg_write_server_files', 'change files of the server'),
      ('pg_execute_server_program', 'run programs on the server')) as groups (name, may) on name = rolname
    where oid in ${reachOfRole(login)}`.execute(owner.db)
  ).rows;
  if (member)
    throw new OperatorError(
      `The role ${login} of DATABASE_URL may ${member.may} as member of ${member.name}: take it out of that group.`,
    );
}

function howKept({ may, right, isGrantable, grantor, grantee }: Kept, login: string): string {
  const isGroup = grantee !== null && grantee !== login;
  const whom = grantee === null ? 'everybody' : isGroup ? grantee : 'it';
  const revoke = `revoke ${right} from ${grantee === null ? 'public' : pg.escapeIdentifier(grantee)}${isGrantable ? ' cascade' : ''}`;
  return `may ${may}, which ${grantor} has granted to ${whom}: revoke it as ${grantor} (${revoke})${isGroup ? ', or take it out of that group' : ''}`;
}
