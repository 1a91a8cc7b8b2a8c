import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { openOwner } from './app-login.ts';

// Roles belong to the whole server, which other test files use at the same time.
const stranger = 'stranger_of_trigger_test';

let postgres: TestPostgres;
beforeEach(async () => {
  postgres = await openTestPostgres();
  await postgres.script(`create role ${stranger}; create schema planted authorization ${stranger};
    set role ${stranger};
    create function planted.swallow() returns trigger language plpgsql as 'begin return null; end';
    reset role`);
});
afterEach(async () => {
  await postgres.script(`drop owned by ${stranger} cascade; drop role ${stranger}`);
  await postgres.close();
});

const judged = () => openOwner(postgres).then((owner) => owner.close());

describe('a trigger on a table of ours', () => {
  it.each(['contract', 'jobs.queue'])('is refused if a third role can change its function: on %s', async (table) => {
    await postgres.script(`grant trigger on ${table} to ${stranger}; grant usage on schema jobs to ${stranger};
      set role ${stranger};
      create trigger swallowed before insert on ${table} for each row execute function planted.swallow();
      reset role`);
    await expect(judged()).rejects.toThrow(
      /^The trigger swallowed on (public\.contract|jobs\.queue) calls planted\.swallow\(\), which belongs to stranger_of_trigger_test, .*\(drop trigger swallowed on \1\)\.$/,
    );
    await postgres.script(`drop trigger swallowed on ${table}`);
    await judged();
  });

  it('is allowed if the owner owns its function, and on a table of others', async () => {
    await postgres.script(`create table planted.theirs (); alter table planted.theirs owner to ${stranger};
      create trigger of_theirs before insert on planted.theirs for each row execute function planted.swallow();
      create function ours() returns trigger language plpgsql as 'begin return new; end';
      create trigger of_ours before insert on contract for each row execute function ours()`);
    await judged();
  });
});
