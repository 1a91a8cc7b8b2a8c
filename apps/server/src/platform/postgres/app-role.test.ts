import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '../../testing/test-postgres.ts';
import { OperatorError } from '../operator-error.ts';
import { appRole, letUse } from './app-role.ts';
import { openPostgres, type Postgres } from './open-postgres.ts';

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
  it('loses what a database from before version 15, or its keeper, had let it do', async () => {
    await owner.script(`
      grant create on schema public to public;
      grant create on schema public to ${appRole};
      grant truncate, trigger on entry to ${appRole};
      grant select on entry to ${appRole} with grant option;
      grant all on all sequences in schema public to ${appRole};
      grant truncate on entry to public;
      do $$ begin execute format('grant create, temporary on database %I to ${appRole}', current_database()); end $$`);
    await letUse(owner, appRole);
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
  ])('is not one that owns %s', async (_, given, undone) => {
    await owner.script(given);
    await expect(letUse(owner, appRole)).rejects.toThrow('owns');
    await owner.script(undone);
    await letUse(owner, appRole);
  });

  it('is not the owner, nor one that may act for it', async () => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(owner.db);
    await expect(letUse(owner, String(rows[0]?.name))).rejects.toThrow(OperatorError);
  });
});
