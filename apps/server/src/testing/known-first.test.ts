import { accounts } from '@usance/api/people/account';
import { requestOf } from '@usance/api/request';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type FamilySlots, openAdmission } from '#platform/http/load/admission.ts';
import type { Asker } from '#platform/http/load/crowd.ts';
import { person, rightPassword } from './builders.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const slots = openAdmission({ waitMs: 60_000 });
const leaving: (() => void)[] = [];

let app: TestApp;
beforeAll(async () => {
  const pressure = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
  const rates = { anonymous: 100_000, session: 100_000, address: 100_000 };
  app = await startTestApp({ overload: { admission: slots, pressure, rates } });
});
afterAll(() => app.close());
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
});

/** Fills a line to its end until the test is over. */
async function crowded(line: keyof Pick<FamilySlots, 'entrance' | 'unknown'>, asker: (nth: number) => Asker) {
  const left = new AbortController();
  leaving.push(() => left.abort());
  for (let nth = 0; nth < 200; nth += 1)
    slots.customer[line].take(asker(nth), left.signal).then(
      ({ end }) => leaving.push(end),
      () => {},
    );
  await Promise.resolve();
}
const everybody = (nth: number): Asker => ({ address: `10.0.0.${nth}` });
const madeUp = { cookie: `__Host-sid=${'a'.repeat(43)}` };

it('a client that has just signed in is known, so that forged sessions cannot keep it from its first page', async () => {
  const ada = await person(app);
  await crowded('unknown', everybody);
  expect((await app.publicListener.inject({ ...requestOf(accounts.whoami), headers: madeUp })).statusCode).toBe(503);
  const { body, ...login } = requestOf(accounts.login, {
    body: { identifier: ada.identifier, password: rightPassword },
  });
  const signedIn = await app.publicListener.inject({ ...login, payload: body ?? '' });
  const cookies = Object.fromEntries(signedIn.cookies.map(({ name, value }) => [name, value]));
  expect((await app.publicListener.inject({ ...requestOf(accounts.whoami), cookies })).statusCode).toBe(200);
});

it('a forged session does not pass the line by signing out, and a known one does', async () => {
  const ada = await person(app);
  await ada.call(accounts.whoami, {});
  await crowded('unknown', everybody);
  await crowded('entrance', everybody);
  const logout = requestOf(accounts.logout);
  expect((await app.publicListener.inject({ ...logout, headers: madeUp })).statusCode).toBe(503);
  await ada.call(accounts.logout, {});
});

it('one account leaves room for the look-ups of others, however many addresses it uses', async () => {
  const [mallory, ada] = [await person(app), await person(app)];
  for (const someone of [mallory, ada]) await someone.call(accounts.whoami, {});
  await crowded('entrance', (nth) => ({ account: mallory.accountId, address: `10.0.0.${nth}` }));
  expect(await mallory.refusal(accounts.whoami, {})).toMatchObject({ reason: 'UNAVAILABLE' });
  await ada.call(accounts.whoami, {});
});
