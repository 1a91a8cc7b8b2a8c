import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { person } from '#testing/builders.ts';
import { anonymousCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

const hour = 3_600_000;
const day = 24 * hour;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const tables = ['session', 'sign_in_failure', 'sign_in_address', 'known_device'] as const;
const kept = async () =>
  Object.fromEntries(
    await Promise.all(
      tables.map(async (table) => [table, (await app.deps.db.selectFrom(table).selectAll().execute()).length] as const),
    ),
  );
const tick = async (passed: number) => {
  app.clock.moveTo(new Date(app.clock.now().getTime() + passed));
  await app.ticks.find(({ name }) => name === 'account.forget-passed')?.run(app.clock.now());
};

it('sessions, failures and devices are deleted once they no longer count, and not before', async () => {
  const someone = await person(app);
  const body = { identifier: 'nobody@example.com', password: 'wrong' };
  await anonymousCaller(app).refusal(accounts.login, { body });
  await tick(9 * 60_000);
  expect(await kept()).toEqual({ session: 1, sign_in_failure: 1, sign_in_address: 1, known_device: 1 });
  await tick(60_000);
  expect(await kept()).toMatchObject({ session: 1, sign_in_failure: 1, sign_in_address: 0 });
  await tick(day);
  expect(await kept()).toMatchObject({ session: 1, sign_in_failure: 0 });
  await expect(someone.call(accounts.whoami, {})).resolves.toBeDefined();
  await tick(6 * day);
  expect(await kept()).toMatchObject({ session: 0, known_device: 1 });
  await tick(393 * day);
  expect(await kept()).toMatchObject({ known_device: 0 });
});
