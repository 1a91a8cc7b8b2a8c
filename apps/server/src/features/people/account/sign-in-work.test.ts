import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openAdmission } from '#platform/http/load/admission.ts';
import { person, rightPassword } from '#testing/builders.ts';
import { startTestApp, type TestApp, testToken } from '#testing/test-app.ts';
import { type App, buildApp } from '../../../app.ts';

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

// A slow machine must not cause refusals here.
const overload = () => ({ admission: openAdmission({ waitMs: 60_000 }), pressure: none, rates: plenty });

let app: TestApp;
/** Another server of the same installation. */
let other: App;
beforeAll(async () => {
  app = await startTestApp({ overload: overload() });
  other = await buildApp(app.deps, { internalToken: testToken, strict: true, overload: overload() });
});
afterAll(async () => {
  await other.publicListener.close();
  await other.internalListener.close();
  await app.close();
});
beforeEach(() => {
  Object.assign(hashing, { verified: [], now: 0, most: 0, hold: Promise.resolve(), two: Promise.withResolvers() });
});

interface Try {
  readonly server?: App;
  readonly password?: string;
  readonly cookie?: string;
}

function attempt(identifier: string, at: number, { server = app, password = 'wrong', cookie = '' }: Try = {}) {
  const url = pathOf(accounts.login, 'customer');
  const [payload, remoteAddress] = [{ identifier, password }, `198.51.100.${at}`];
  return server.publicListener.inject({ method: 'POST', url, payload, remoteAddress, headers: { cookie } });
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

it('fifty wrong passwords at once are hashed two at a time, and not at all once the queue is full', async () => {
  const released = Promise.withResolvers<void>();
  hashing.hold = released.promise;
  const asked = Array.from({ length: 50 }, (_, at) => attempt(`person-${at}@example.com`, at));
  // Two are hashed and eight wait; the rest are refused at once.
  const refused = await firstOf(asked, 40);
  expect(new Set(refused)).toEqual(new Set([503]));
  await hashing.two.promise;
  expect(hashing.verified).toHaveLength(2);
  released.resolve();
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect([hashing.most, hashing.verified.length]).toEqual([2, 10]);
});

it('of fifty wrong passwords at once for one e-mail, on two servers, five are checked', async () => {
  for (const identifier of [(await person(app)).identifier, 'no-one@example.com']) {
    hashing.verified = [];
    const tries = Array.from({ length: 50 }, (_, at) =>
      attempt(identifier, at, { server: at % 2 === 0 ? app : other }),
    );
    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
    expect(hashing.verified).toHaveLength(5);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    // The rest are told to wait, or find the queue full.
    expect(new Set(statuses)).toEqual(new Set([401, 429, 503]));
    const right = { password: rightPassword };
    expect((await attempt(identifier, 99, right)).statusCode).toBe(429);
    expect((await attempt(identifier, 99, { ...right, server: other })).statusCode).toBe(429);
  }
});

it('of fifty wrong passwords at once from one address, for any e-mails, thirty are checked', async () => {
  const tries = async () => {
    const sent = Array.from({ length: 10 }, (_, at) =>
      attempt(`many-${at}@example.com`, 200, { server: at % 2 === 0 ? app : other }),
    );
    return (await Promise.all(sent)).map(({ statusCode }) => statusCode);
  };
  const statuses: number[] = [];
  for (let round = 0; round < 5; round += 1) statuses.push(...(await tries()));
  expect(statuses.filter((status) => status === 401)).toHaveLength(30);
  expect(hashing.verified).toHaveLength(30);
});

it('strangers cannot fill the queue of a known device', async () => {
  const { identifier } = await person(app);
  const password = rightPassword;
  const { cookies } = await attempt(identifier, 150, { password });
  const cookie = cookies
    .filter(({ name }) => name === '__Host-device')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const released = Promise.withResolvers<void>();
  Object.assign(hashing, { verified: [], hold: released.promise });
  const flood = Array.from({ length: 50 }, (_, at) => attempt(`flood-${at}@example.com`, at));
  await firstOf(flood, 40);
  expect((await attempt(identifier, 151, { password })).statusCode).toBe(503);
  const known = attempt(identifier, 152, { password, cookie });
  const other = attempt(identifier, 153, { password, cookie: `__Host-device=${'x'.repeat(43)}` });
  expect((await other).statusCode).toBe(503);
  released.resolve();
  expect((await known).statusCode).toBe(200);
  await Promise.all(flood);
});

it('a sign-in during a lockout costs no hash', async () => {
  for (let tries = 0; tries < 5; tries += 1) await attempt('guessed@example.com', tries);
  hashing.verified = [];
  expect((await attempt('guessed@example.com', 9)).statusCode).toBe(429);
  expect(hashing.verified).toEqual([]);
});

/** The statuses of the first replies. */
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
