import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { OperatorError } from '../../failure/operator-error.ts';
import { openPostgres, type Postgres } from '../open-postgres.ts';
import { appRole, grantAppRights } from './app-role.ts';

let postgres: TestPostgres;
let owner: Postgres;
beforeAll(async () => {
  postgres = await openTestPostgres();
  owner = await openPostgres(postgres.ownerUrl);
});
afterAll(async () => {
  await owner.close();
  await postgres.close();
});

describe('the role of the application', () => {
  it('loses rights that a database from before version 15, or its admin, had granted', async () => {
    await owner.script(`
      grant create on schema public to public;
      grant create on schema public to ${appRole};
      grant truncate, trigger on entry to ${appRole};
      grant select on entry to ${appRole} with grant option;
      grant all on all sequences in schema public to ${appRole};
      grant truncate on entry to public;
      do $$ begin execute format('grant create, temporary on database %I to ${appRole}', current_database()); end $$`);
    await grantAppRights(owner, { login: appRole, role: appRole });
    const { rows } = await sql`select has_schema_privilege(current_user, 'public', 'create') as creates,
      has_table_privilege(current_user, 'entry', 'truncate, trigger, delete') as takes,
      has_database_privilege(current_user, current_database(), 'create, temporary') as makes,
      has_sequence_privilege(current_user, 'purchase_run_no', 'update') as sets,
      has_table_privilege(current_user, 'entry', 'insert') as writes`.execute(postgres.db);
    expect(rows).toEqual([{ creates: false, takes: false, makes: false, sets: false, writes: true }]);
  });

  it.each([
    ['tables', `create table mine (it int); alter table mine owner to ${appRole}`, 'drop table mine'],
    ['the schema', `alter schema public owner to ${appRole}`, 'alter schema public owner to pg_database_owner'],
    [
      'a function',
      `create function mine() returns int return 1; alter function mine owner to ${appRole}`,
      'drop function mine',
    ],
    [
      'an operator',
      `create operator === (leftarg = int, rightarg = int, function = int4eq); alter operator === (int, int) owner to ${appRole}`,
      'drop operator === (int, int)',
    ],
    ['a type', `create type mine as enum ('it'); alter type mine owner to ${appRole}`, 'drop type mine'],
    ['a schema beside', `create schema mine authorization ${appRole}`, 'drop schema mine'],
  ])('is not one that owns %s', async (_, given, undone) => {
    await owner.script(given);
    await expect(grantAppRights(owner, { login: appRole, role: appRole })).rejects.toThrow('owns');
    await owner.script(undone);
    await grantAppRights(owner, { login: appRole, role: appRole });
  });

  it('is refused with the name of the object that it owns and a way to drop it', async () => {
    await owner.script(`create function to_jsonb(entry) returns jsonb language sql return '{}'::jsonb;
      alter function to_jsonb(entry) owner to ${appRole}`);
    await expect(grantAppRights(owner, { login: appRole, role: appRole })).rejects.toThrow(
      `The role ${appRole} of DATABASE_URL owns the function public.to_jsonb(public.entry), and could remove the guards of the tables: name one for DATABASE_URL that owns nothing here, or drop it if it is not Usance's own (drop function public.to_jsonb(public.entry)).`,
    );
    await owner.script('drop function public.to_jsonb(public.entry)');
    await grantAppRights(owner, { login: appRole, role: appRole });
  });

  it('is neither the owner nor a role that may act for it', async () => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(owner.db);
    const name = String(rows[0]?.name);
    await expect(grantAppRights(owner, { login: name, role: name })).rejects.toThrow(OperatorError);
  });
});

// Roles belong to the whole server, which other test files use at the same time.
const [role, others] = ['role_of_this_test', 'others_of_this_test'];

describe('a role with rights that the owner cannot revoke', () => {
  beforeEach(() => owner.script(`create role ${role}; create role ${others}`));
  afterEach(() =>
    owner.script(`drop owned by ${others} cascade; drop owned by ${role}; drop role ${role}; drop role ${others}`),
  );
  const refusal = () =>
    grantAppRights(owner, { login: role, role }).then(
      () => 'none',
      (error: unknown) => error,
    );
  const saying = (message: string) => new OperatorError(`The role ${role} of DATABASE_URL ${message}`);

  it.each([
    ['create on schema public', 'create in schema public', 'inherit'],
    ['create on database $', 'create schemas in database $', 'inherit'],
    ['update on sequence purchase_run_no', 'set back purchase_run_no', 'inherit'],
    ['truncate on entry', 'empty entry', 'inherit'],
    ['trigger on entry', 'put triggers on entry', 'noinherit'],
  ])('is refused as member of a group that is granted %s', async (what, does, inherits) => {
    const { rows } = await sql<{
      name: string;
      db: string;
    }>`select current_user as name, current_database() as db`.execute(owner.db);
    const grantor = String(rows[0]?.name);
    const [right, may] = [what, does].map((text) => text.replace('$', String(rows[0]?.db)));
    await owner.script(`grant ${right} to ${others}; alter role ${role} ${inherits}; grant ${others} to ${role}`);
    expect(await refusal()).toEqual(
      saying(
        `may ${may}, which ${grantor} has granted to ${others}: revoke it as ${grantor} (revoke ${right} from "${others}"), or take it out of that group.`,
      ),
    );
    await owner.script(`revoke ${right} from ${others}`);
    expect(await refusal()).toBe('none');
  });

  it.each([
    ['create on schema public', 'create in schema public', 'public', 'everybody'],
    ['update on sequence purchase_run_no', 'set back purchase_run_no', 'public', 'everybody'],
    ['truncate on entry', 'empty entry', role, 'it'],
  ])('is refused with the grantor of %s', async (right, may, grantee, whom) => {
    await owner.script(`grant ${right} to ${others} with grant option;
      set role ${others}; grant ${right} to ${grantee}; reset role`);
    expect(await refusal()).toEqual(
      saying(
        `may ${may}, which ${others} has granted to ${whom}: revoke it as ${others} (revoke ${right} from ${grantee === 'public' ? grantee : `"${grantee}"`}).`,
      ),
    );
    await owner.script(`set role ${others}; revoke ${right} from ${grantee}; reset role`);
    expect(await refusal()).toBe('none');
  });

  it('is told to revoke with CASCADE a right that its group may have passed on', async () => {
    await owner.script(`grant create on schema public to ${others} with grant option; grant ${others} to ${role}`);
    expect(String(await refusal())).toContain(`(revoke create on schema public from "${others}" cascade)`);
  });

  it('cannot write the migrations or the installation as member of a group that writes all tables', async () => {
    await owner.script(`grant ${others} to ${role}; grant insert, update, delete on all tables in schema public to ${others};
      grant update (epoch) on installation to ${others}`);
    expect(await refusal()).toBe('none');
    const { rows } = await sql`select has_table_privilege(${role}, name, 'insert, update, delete') as changes,
      has_any_column_privilege(${role}, name, 'insert, update') as touches
      from unnest(array['schema_migration', 'installation', 'price']) as name`.execute(owner.db);
    const none = { changes: false, touches: false };
    expect(rows).toEqual([none, none, { changes: true, touches: true }]);
  });

  it('is served as member of a group that gives it no rights, from PostgreSQL 16', async () => {
    await owner.script(`grant truncate on entry to ${others};
      do $$ begin execute 'grant ${others} to ${role}' ||
        case when current_setting('server_version_num')::int >= 160000 then ' with inherit false, set false' else '' end;
      end $$`);
    const { rows } = await sql<{ brings: boolean }>`select pg_has_role(${role}, ${others}, 'usage') as brings`.execute(
      owner.db,
    );
    expect(await refusal()).toEqual(rows[0]?.brings ? expect.any(OperatorError) : 'none');
  });

  it('is refused as member of a group for which it can grant itself SET ROLE', async () => {
    await owner.script(`grant truncate on entry to ${others}; grant ${others} to ${role} with admin option`);
    expect(String(await refusal())).toContain(`may empty entry`);
  });

  it('is refused if another role owns a function beside the tables', async () => {
    await owner.script(`create function theirs() returns int return 1; alter function theirs owner to ${others}`);
    expect(await refusal()).toEqual(
      new OperatorError(
        `The function public.theirs() belongs to ${others}, who does not own the tables, and guards could call it instead of another: give it to the owner of the tables if it is Usance's own (alter function public.theirs() owner to …), else drop it (drop function public.theirs()), or move it to another schema.`,
      ),
    );
    await owner.script('create schema theirs; alter function theirs set schema theirs');
    expect(await refusal()).toBe('none');
    await owner.script('drop schema theirs cascade');
  });

  it('is refused when it may act for a superuser', async () => {
    await owner.script(`alter role ${others} superuser; grant ${others} to ${role}`);
    expect(String(await refusal())).toContain(`may act for the superuser ${others}`);
  });

  it('is refused for CREATEROLE where it could join any role with it, before PostgreSQL 16', async () => {
    await owner.script(`alter role ${role} createrole`);
    const { rows } = await sql<{ helps: boolean }>`
      select current_setting('server_version_num')::int < 160000 as helps`.execute(owner.db);
    const wanted = rows[0]?.helps ? expect.any(OperatorError) : 'none';
    expect(await refusal()).toEqual(wanted);
  });
});
