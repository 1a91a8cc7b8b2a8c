import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contracts, contractTiles } from '@usance/api/contract/contract';
import { accounts } from '@usance/api/people/account';
import { urlOf } from '@usance/api/request';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { contract, member, person } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { FirstRepliesLimit } from '../limit/first-replies-limit.ts';
import { firstReplies } from './first-replies.ts';

const dist = mkdtempSync(join(tmpdir(), 'usance-dist-'));
writeFileSync(join(dist, 'index.html'), '__BOOT__');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ console: { dist, boot: { variant: 'hosted', version: '1' } } });
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

// Only the tests make replies late, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const whoami = urlOf(accounts.whoami);
const allContracts = urlOf(contracts.list, contractTiles);

const repliesIn = (page: { body: string }) => JSON.parse(page.body).replies;

it('a page has the replies about its reader and their contracts, as the calls give them', async () => {
  const acme = await contract(app, { tags: '</script><b>' });
  const ada = await member(app, acme.id, 'viewer');
  await contract(app);
  const page = await ada.raw({ url: '/contracts' });
  expect(page.headers['cache-control']).toBe('no-store');
  expect(page.body).not.toContain('</script>');
  expect(repliesIn(page)).toEqual({
    [whoami]: { status: 200, body: await ada.call(accounts.whoami, {}) },
    [allContracts]: { status: 200, body: await ada.call(contracts.list, contractTiles) },
  });
  expect(repliesIn(page)[allContracts].body.items).toMatchObject([{ id: acme.id }]);
});

it('a reader without a session gets no replies, and one with an expired session gets the 401', async () => {
  expect(repliesIn(await app.publicListener.inject('/contracts'))).toEqual({});
  const ada = await person(app);
  await ada.call(accounts.logout, {});
  const replies = repliesIn(await ada.raw({ url: '/contracts' }));
  expect(replies[whoami]).toMatchObject({ status: 401, body: { reason: 'INVALID_SESSION' } });
});

it('a made-up session costs one look-up, and a real one shown for the first time gets all replies', async () => {
  const stranger = { url: '/contracts', headers: { cookie: `__Host-sid=${'a'.repeat(43)}` } };
  expect(Object.keys(repliesIn(await app.publicListener.inject(stranger)))).toEqual([whoami]);
  const ada = await person(app);
  expect(Object.keys(repliesIn(await ada.raw({ url: '/contracts' })))).toHaveLength(2);
});

it('each reply of a page is asked once, even for a real session shown for the first time', async () => {
  const ada = await person(app);
  const inject = vi.spyOn(app.publicListener, 'inject');
  const askedOf = () => inject.mock.calls.splice(0).map((given: unknown[]) => (given[0] as { url: string }).url);
  const first = (await ada.raw({ url: '/contracts' })) && askedOf();
  const again = (await ada.raw({ url: '/contracts' })) && askedOf();
  inject.mockRestore();
  expect(first.sort()).toEqual(['/contracts', whoami, allContracts].sort());
  expect(again.sort()).toEqual(first);
});

it('few unknown readers get replies at once, and the others get the page alone', async () => {
  const ahead = new FirstRepliesLimit();
  const released = Promise.withResolvers<void>();
  const toldOf = (ip: string, isKnown: boolean) =>
    ahead.within({ ip, isKnown } as FastifyRequest, () => released.promise.then(() => 'all'), 'nothing');
  const strangers = ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5'];
  const told = Promise.all([...strangers.map((ip) => toldOf(ip, false)), toldOf('10.0.0.5', true)]);
  // A page that may not ask waits for no other.
  expect(await toldOf('10.0.0.6', false)).toBe('nothing');
  released.resolve();
  expect(await told).toEqual(['all', 'nothing', 'all', 'all', 'all', 'nothing', 'all']);
});

it('a reader who opens more pages than a person could gets the page alone, from any address', async () => {
  const [mallory, ada] = [await person(app), await person(app)];
  await Promise.all([mallory, ada].map((someone) => someone.call(accounts.whoami, {})));
  const pageOf = async (someone: typeof ada) => repliesIn(await someone.raw({ url: '/contracts' }));
  for (let times = 0; times < 240; times += 1) expect(await pageOf(mallory)).not.toEqual({});
  expect(await pageOf(mallory)).toEqual({});
  expect(Object.keys(await pageOf(ada))).toHaveLength(2);
});

it('a HEAD makes no calls', async () => {
  const ada = await person(app);
  const inject = vi.spyOn(app.publicListener, 'inject');
  expect((await ada.raw({ url: '/contracts', method: 'HEAD' })).statusCode).toBe(200);
  expect(inject).toHaveBeenCalledTimes(1);
  inject.mockRestore();
});

it('a page does not wait for late replies, and no further ones are made', async () => {
  const answered = Promise.withResolvers<{ statusCode: number; body: string }>();
  const inject = vi.fn(() => answered.promise);
  const asked = { first: [whoami], next: vi.fn(() => [['/b']]) };
  const slow = { inject } as unknown as FastifyInstance;
  const replies = firstReplies(slow, { headers: {}, isKnown: true } as FastifyRequest, asked);
  await vi.advanceTimersByTimeAsync(500);
  expect(await replies).toEqual({});
  answered.resolve({ statusCode: 200, body: '{}' });
  await vi.advanceTimersByTimeAsync(0);
  expect(inject).toHaveBeenCalledTimes(1);
});

it('a large reply is left to its own request, with a place among the replies being sent', async () => {
  const answers = (bytes: number) =>
    ({
      inject: async () => ({ statusCode: 200, body: JSON.stringify('x'.repeat(bytes)) }),
    }) as unknown as FastifyInstance;
  const toldOf = (bytes: number) =>
    firstReplies(answers(bytes), { headers: {} } as FastifyRequest, { first: [whoami], next: () => [] });
  expect(Object.keys(await toldOf(64_000))).toEqual([whoami]);
  expect(await toldOf(66_000)).toEqual({});
  const many = {
    first: [whoami],
    next: () => [
      ['/b', '/c'],
      ['/d', '/e'],
    ],
  };
  const told = await firstReplies(answers(64_000), { headers: {} } as FastifyRequest, many);
  expect(Object.keys(told)).toEqual([whoami, '/b', '/c', '/d']);
});
