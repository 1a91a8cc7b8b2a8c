import { pathOf } from '@usance/api/call';
import { health } from '@usance/api/health';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { type App, buildApp } from '../../../../app.ts';
import { openAdmission } from '../../load/admission.ts';

const overload = () => ({
  admission: openAdmission({ waitMs: 60_000 }),
  pressure: { maxEventLoopDelay: 0, maxLiveBytes: 0 },
  rates: { anonymous: 20, session: 30, address: 1_000 },
});

let one: TestApp;
let other: App;
beforeAll(async () => {
  one = await startTestApp({ overload: overload() });
  other = await buildApp(one.deps, { internalToken: testToken, strict: true, overload: overload() });
});
afterAll(async () => {
  await other.publicListener.close();
  await other.internalListener.close();
  await one.close();
});

const ask = async ({ publicListener }: App, address: string, url = pathOf(accounts.whoami, 'customer')) =>
  (await publicListener.inject({ url, remoteAddress: address })).statusCode;
const askOften = async (app: App, address: string, times: number) => {
  for (let i = 0; i < times; i += 1) await ask(app, address);
};
const exchange = async (...apps: App[]) => {
  for (const { counts } of apps) await counts.exchange(one.deps.db);
};
const told = () => one.deps.db.selectFrom('request_count').select(['key', 'count']).orderBy('key').execute();

it('a client that switches servers has one rate for all of them', async () => {
  await askOften(one, '198.51.100.1', 15);
  await askOften(other, '198.51.100.1', 4);
  await exchange(one, other);
  // 19 of 20 are used up.
  expect(await ask(other, '198.51.100.1')).toBe(401);
  expect(await ask(other, '198.51.100.1')).toBe(429);
  expect(await ask(other, '198.51.100.2')).toBe(401);
});

it('a count is shared once, however often, and not with its own server', async () => {
  await askOften(one, '198.51.100.3', 10);
  await exchange(one, one, one, other, other);
  expect(await ask(one, '198.51.100.3')).toBe(401);
  await askOften(other, '198.51.100.3', 10);
  expect(await ask(other, '198.51.100.3')).toBe(429);
});

it('rare callers are not shared, and a request never writes', async () => {
  await askOften(one, '198.51.100.4', 1);
  const before = await told();
  await askOften(one, '198.51.100.5', 15);
  expect(await told()).toEqual(before);
  await exchange(one);
  const keys = (await told()).map(({ key }) => key);
  expect(keys).toContain('anonymous 198.51.100.5');
  expect(keys).not.toContain('anonymous 198.51.100.4');
});

it('a shared count ends with its minute, even if its server is gone', async () => {
  await askOften(one, '198.51.100.6', 20);
  await exchange(one, other);
  expect(await ask(other, '198.51.100.6')).toBe(429);
  await one.ownerScript(`update request_count set ends_at = clock_timestamp() - interval '1 second'`);
  await exchange(other);
  expect(await ask(other, '198.51.100.6')).toBe(401);
});

it('a count written while the database clock ran ahead is ignored', async () => {
  await askOften(one, '198.51.100.7', 20);
  await exchange(one);
  await one.ownerScript(`update request_count set ends_at = ends_at + interval '1 day'`);
  await exchange(other);
  expect(await ask(other, '198.51.100.7')).toBe(401);
});

it('health and version are never limited', async () => {
  await askOften(one, '198.51.100.8', 21);
  expect(await ask(one, '198.51.100.8')).toBe(429);
  // There is no usage database here, so only the rate limit matters.
  const answers = [
    [health.alive, 200, undefined],
    [health.ready, 503, 'Not answering: clickhouse.'],
    [health.version, 500, 'Something went wrong on our side.'],
  ] as const;
  for (const [call, statusCode, message] of answers) {
    const replies = Array.from({ length: 40 }, () =>
      one.internalListener.inject({ url: pathOf(call, 'internal'), remoteAddress: '198.51.100.8' }),
    );
    for (const reply of await Promise.all(replies))
      expect([reply.statusCode, reply.json().message]).toEqual([statusCode, message]);
  }
});
