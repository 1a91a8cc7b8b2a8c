import { type RawBuilder, sql } from 'kysely';

/**
 * The ids of the tables that only the owner writes, migrations and installation, and of views on them, because a view
 * writes with its owner's rights.
 */
export const ownerAlone: RawBuilder<string> = sql`(
  with recursive ours (it) as (
    select oid from pg_class where relnamespace = 'public'::regnamespace and relname in ('schema_migration', 'installation')
    union select ev_class from ours
      join pg_depend on refclassid = 'pg_class'::regclass and refobjid = it and classid = 'pg_rewrite'::regclass
      join pg_rewrite on pg_rewrite.oid = objid
      join pg_class on pg_class.oid = ev_class and relkind = 'v'
  ) select it from ours)`;
