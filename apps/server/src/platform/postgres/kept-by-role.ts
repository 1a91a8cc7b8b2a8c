import { sql } from 'kysely';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import type { Postgres } from './open-postgres.ts';
import { reachOf } from './role-reach.ts';

interface Kept {
  readonly may: string;
  readonly right: string;
  /** So that it may have been passed on, which a REVOKE must name. */
  readonly isGrantable: boolean;
  readonly grantor: string;
  /** Null for everybody. */
  readonly grantee: string | null;
}

/** What others than the owner have granted, to everybody too, and what its groups may do, is not taken from it with its own rights. */
export async function assertKeepsNothing(owner: Postgres, role: string): Promise<void> {
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
      union all select 'create schemas in database ' || datname, 'create on database ' || quote_ident(datname), acl.*
        from pg_database, aclexplode(datacl) as acl where datname = current_database() and privilege_type = 'CREATE'
    )
    select may, "right", is_grantable as "isGrantable", case when grantee <> 0 then pg_get_userbyid(grantee) end as grantee,
      -- That role has one member and no way in.
      pg_get_userbyid(case when grantor = to_regrole('pg_database_owner') then datdba else grantor end) as grantor
    from kept join pg_database on datname = current_database()
    where grantee = 0 or grantee in ${reachOf(role)} limit 1`.execute(owner.db);
  const [kept] = rows;
  if (kept) throw new OperatorError(`The role ${role} of DATABASE_URL ${howKept(kept, role)}.`);
  const { rows: writers } = await sql`select from pg_roles
    where rolname = 'pg_write_all_data' and oid in ${reachOf(role)}`.execute(owner.db);
  if (writers.length > 0)
    throw new OperatorError(
      `The role ${role} of DATABASE_URL may set back sequences as member of pg_write_all_data: take it out of that group.`,
    );
}

function howKept({ may, right, isGrantable, grantor, grantee }: Kept, role: string): string {
  const isGroup = grantee !== null && grantee !== role;
  const whom = grantee === null ? 'everybody' : isGroup ? grantee : 'it';
  const revoke = `revoke ${right} from ${grantee === null ? 'public' : pg.escapeIdentifier(grantee)}${isGrantable ? ' cascade' : ''}`;
  return `may ${may}, which ${grantor} has granted to ${whom}: revoke it as ${grantor} (${revoke})${isGroup ? ', or take it out of that group' : ''}`;
}
