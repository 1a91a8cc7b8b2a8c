import { type RawBuilder, sql } from 'kysely';

/**
 * The ids of a role and of all roles whose rights it has or can get. From PostgreSQL 16 a membership may give neither
 * rights nor SET ROLE; with ADMIN the member can grant itself both.
 */
export function reachOfRole(role: string): RawBuilder<string> {
  return sql`(
    with recursive reach (it) as (
      select oid from pg_roles where rolname = ${role}
      union select roleid from pg_auth_members as given join reach on member = it, pg_catalog.to_jsonb(given) as options
        where coalesce(admin_option or (options ->> 'inherit_option')::boolean or (options ->> 'set_option')::boolean, true)
    ) select it from reach)`;
}
