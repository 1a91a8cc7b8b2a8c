import { accounts } from '@usance/api/account';
import { pathOf } from '@usance/api/call';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAdmission } from '../../../platform/http/load/admission.ts';
import { person } from '../../../testing/builders.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

const hashing = vi.hoisted(() => ({
  verified: [] as string[],
  now: 0,
  most: 0,
  hold: Promise.resolve(),
  two: Promise.withResolvers<void>(),
}));
vi.mock('@node-rs/argon2', async (original) => {
  const { verify, hash } = await original<typeof import('@node-rs/argon2')>();
  return {
    hash,
    verify: async (...given: Parameters<typeof verify>) => {
      hashing.verified.push(String(given[0]));
      hashing.now += 1;
      hashing.most = Math.max(hashing.most, hashing.now);
      if (hashing.now === 2) hashing.two.resolve();
      await hashing.hold;
      return verify(...given).finally(() => {
        hashing.now -= 1;
      });
    },
  };
});

const none = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
const plenty = { anonymous: 100_000, session: 100_000, address: 100_000 };

let app: TestApp;
beforeAll(async () => {
  // A slow machine is no reason to refuse here.
  const overload = { admission: openAdmission({ waitMs: 60_000 }), pressure: none, rates: plenty };
  app = await startTestApp({ overload });
});
afterAll(() => app.close());
beforeEach(() => {
  Object.assign(hashing, { verified: [], now: 0, most: 0, hold: Promise.resolve(), two: Promise.withResolvers() });
});

function attempt(identifier: string, at: number) {
  const url = pathOf(accounts.login, 'customer');
  const payload = { identifier, password: 'wrong' };
  return app.publicListener.inject({ method: 'POST', url, payload, remoteAddress: `198.51.100.${at}` });
}

const costOf = (hash: string | undefined) => /^\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+\$/.exec(hash ?? '')?.[0];

it('an unknown e-mail and a wrong password cost one hash each, at the same price', async () => {
  const { identifier } = await person(app);
  hashing.verified = [];
  for (const who of [identifier, 'nobody@example.com']) expect((await attempt(who, 1)).statusCode).toBe(401);
  const [known, unknown, ...more] = hashing.verified;
  expect(more).toEqual([]);
  expect(costOf(known)).toBe('$argon2id$v=19$m=19456,t=2,p=1$');
  expect(costOf(unknown)).toBe(costOf(known));
  expect(unknown).not.toBe(known);
});

it('fifty wrong passwords at once are hashed two at a time, and those who find the line full not at all', async () => {
  const released = Promise.withResolvers<void>();
  hashing.hold = released.promise;
  const asked = Array.from({ length: 50 }, (_, at) => attempt(`person-${at}@example.com`, at));
  // Two work, eight wait: the rest is told at once.
  const refused = await firstOf(asked, 40);
  expect(new Set(refused)).toEqual(new Set([503]));
  await hashing.two.promise;
  expect(hashing.verified).toHaveLength(2);
  released.resolve();
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect([hashing.most, hashing.verified.length]).toEqual([2, 10]);
});

it('who has to wait costs no hash', async () => {
  for (let tries = 0; tries < 5; tries += 1) await attempt('guessed@example.com', tries);
  hashing.verified = [];
  expect((await attempt('guessed@example.com', 9)).statusCode).toBe(429);
  expect(hashing.verified).toEqual([]);
});

/** The statuses of the first so many that are answered. */
function firstOf(asked: readonly Promise<{ statusCode: number }>[], count: number): Promise<number[]> {
  const statuses: number[] = [];
  return new Promise((resolve) => {
    for (const each of asked)
      void each.then(({ statusCode }) => {
        statuses.push(statusCode);
        if (statuses.length === count) resolve([...statuses]);
      });
  });
}
