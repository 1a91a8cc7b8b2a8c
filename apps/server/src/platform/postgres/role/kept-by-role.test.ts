import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { OperatorError } from '../../failure/operator-error.ts';
import { openPostgres, type Postgres } from '../open-postgres.ts';
import { grantAppRights } from './app-role.ts';

// Roles belong to the whole server, which other test files use at the same time.
const [role, others, group] = ['role_of_rights_test', 'others_of_rights_test', 'group_of_rights_test'];

let postgres: TestPostgres;
let owner: Postgres;
let ownerName: string;
beforeAll(async () => {
  postgres = await openTestPostgres();
  owner = await openPostgres(postgres.ownerUrl);
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(owner.db);
  ownerName = String(rows[0]?.name);
});
afterAll(async () => {
  await owner.close();
  await postgres.close();
});
beforeEach(() =>
  owner.script(`create role ${role}; create role ${others}; create role ${group}; grant ${group} to ${role}`),
);
afterEach(() =>
  owner.script([others, role, group].map((name) => `drop owned by ${name} cascade; drop role ${name}`).join(';')),
);

const refusal = () =>
  grantAppRights(owner, { login: role, role }).then(
    () => 'none',
    (error: unknown) => error,
  );
const saying = (message: string) => new OperatorError(`The role ${role} of DATABASE_URL ${message}`);

/** Changes that the role or its group can really make to the tables that only the owner writes. */
async function changes(): Promise<unknown> {
  const { rows } = await sql`
    select who, name from unnest(array[${role}, ${group}]::name[]) as who,
      unnest(array['schema_migration', 'installation']) as name
    where has_table_privilege(who, name, 'insert, update, delete, truncate')
      or has_any_column_privilege(who, name, 'insert, update')`.execute(owner.db);
  return rows;
}

describe('a grant by others on the tables that only the owner writes', () => {
  it.each([
    ['update on installation', 'installation', role, 'it'],
    ['delete on installation', 'installation', group, group],
    ['insert on schema_migration', 'schema_migration', 'public', 'everybody'],
    ['update (epoch) on installation', 'installation', 'public', 'everybody'],
    ['insert (name) on schema_migration', 'schema_migration', group, group],
  ])('is refused: %s', async (right, table, grantee, whom) => {
    await owner.script(`grant ${right} to ${others} with grant option;
      set role ${others}; grant ${right} to ${grantee}; reset role`);
    const from = grantee === 'public' ? grantee : `"${grantee}"`;
    const leave = grantee === group ? ', or take it out of that group' : '';
    expect(await refusal()).toEqual(
      saying(
        `may write ${table}, which ${others} has granted to ${whom}: revoke it as ${others} (revoke ${right} from ${from})${leave}.`,
      ),
    );
    await owner.script(`set role ${others}; revoke ${right} from ${grantee}; reset role`);
    expect(await refusal()).toBe('none');
    expect(await changes()).toEqual([]);
  });

  it.each([role, group, 'public'])('is revoked if the owner granted it to %s', async (grantee) => {
    await owner.script(`grant insert, update, delete on installation, schema_migration to ${grantee};
      grant update (epoch) on installation to ${grantee}`);
    expect(await refusal()).toBe('none');
    expect(await changes()).toEqual([]);
  });

  it('holds for a group whose rights the role gets by SET ROLE alone', async () => {
    await owner.script(`alter role ${role} noinherit; grant update on installation to ${others} with grant option;
      set role ${others}; grant update on installation to ${group}; reset role`);
    expect(String(await refusal())).toContain('may write installation');
  });

  it("is refused through a view too, which writes with its owner's rights", async () => {
    await owner.script(`create view life as select * from installation; create view its_life as select * from life;
      grant update on life to ${group}`);
    expect(await refusal()).toBe('none');
    const { rows } =
      await sql`select name from unnest(array['life', 'its_life']) as name, unnest(array[${role}, ${group}]) as who
      where has_table_privilege(who::name, name, 'insert, update, delete')`.execute(owner.db);
    expect(rows).toEqual([]);
    await owner.script(`create schema beside; alter view its_life set schema beside;
      grant update on beside.its_life to ${others} with grant option;
      set role ${ownerName}; grant usage on schema beside to ${others};
      set role ${others}; grant update on beside.its_life to ${group}; reset role`);
    expect(String(await refusal())).toContain(`may write beside.its_life, which ${others} has granted to ${group}`);
    await owner.script('drop schema beside cascade; drop view life');
  });
});

describe('a parameter that switches guards off', () => {
  afterEach(() =>
    owner.script(`do $$ declare granted record; begin
      for granted in select parname from pg_parameter_acl loop
        execute format('revoke all on parameter %I from ${role}, ${group}', granted.parname);
      end loop;
    end $$`),
  );

  it.each([
    ['set on parameter session_replication_role', role, 'it'],
    ['set on parameter session_replication_role', group, group],
    ['set on parameter session_preload_libraries', group, group],
    ['set on parameter dynamic_library_path', role, 'it'],
    ['set on parameter plperl.on_plperl_init', role, 'it'],
    ['alter system on parameter work_mem', group, group],
  ])('may not be granted: %s to %s', async (right, grantee, whom) => {
    await owner.script(`grant ${right} to ${grantee}`);
    const from = grantee === 'public' ? grantee : `"${grantee}"`;
    const leave = grantee === group ? ', or take it out of that group' : '';
    const parameter = right.split(' ').at(-1);
    const { rows } = await sql<{ name: string }>`select rolname as name from pg_roles where oid = 10`.execute(owner.db);
    // Parameter grants belong to the first superuser, regardless of who made them.
    const grantor = rows[0]?.name;
    const may = right.startsWith('set') ? `set ${parameter}` : `change ${parameter} for the whole server`;
    expect(await refusal()).toEqual(
      saying(
        `may ${may}, which ${grantor} has granted to ${whom}: revoke it as ${grantor} (revoke ${right} from ${from})${leave}.`,
      ),
    );
    await owner.script(`revoke ${right} from ${grantee}`);
    expect(await refusal()).toBe('none');
  });

  it.each(['log_min_duration_statement', 'track_functions', 'temp_file_limit', 'work_mem', 'auto_explain.log_analyze'])(
    'is not %s',
    async (parameter) => {
      await owner.script(`grant set on parameter ${parameter} to ${role}, ${group}`);
      expect(await refusal()).toBe('none');
    },
  );
});

describe('a group of PostgreSQL itself', () => {
  it.each([
    ['pg_write_all_data', 'set back sequences'],
    ['pg_write_server_files', 'change files of the server'],
    ['pg_execute_server_program', 'run programs on the server'],
  ])('%s is refused, also behind another', async (name, may) => {
    await owner.script(`grant ${name} to ${group}`);
    expect(await refusal()).toEqual(saying(`may ${may} as member of ${name}: take it out of that group.`));
  });

  it('that only reads or monitors is allowed', async () => {
    await owner.script(`grant pg_read_all_data, pg_monitor to ${group}`);
    expect(await refusal()).toBe('none');
  });
});
