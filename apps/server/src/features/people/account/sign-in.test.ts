import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { beforeEach, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lastCode } from '../verification/codes.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

interface From {
  readonly address?: string;
  readonly cookies?: Record<string, string>;
}

async function attempt(identifier: string, password: string, { address = '198.51.100.1', cookies = {} }: From = {}) {
  const reply = await app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload: { identifier, password },
    remoteAddress: address,
    cookies,
  });
  return { status: reply.statusCode, wait: reply.headers['retry-after'], reply };
}

const guesses = async (count: number, identifier: string, from?: From) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i += 1) statuses.push((await attempt(identifier, `wrong ${i}`, from)).status);
  return statuses;
};

/** Signs in and returns the cookie that remains after signing out: the device's. */
async function deviceOf(identifier: string): Promise<Record<string, string>> {
  const { reply } = await attempt(identifier, rightPassword);
  const device = reply.cookies.find(({ name }) => name === '__Host-device');
  expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
  return { '__Host-device': device?.value ?? '' };
}

const wait = (minutes: number) => app.clock.pass({ minutes });

describe('five wrong passwords in a row', () => {
  it('make every later sign-in wait, with the right password too, and say how long', async () => {
    const { identifier } = await person(app);
    expect(await guesses(5, identifier)).toEqual([401, 401, 401, 401, 401]);
    const { status, wait: seconds, reply } = await attempt(identifier, rightPassword);
    expect([status, seconds, reply.json().reason]).toEqual([429, '60', 'TOO_MANY_REQUESTS']);
    expect(reply.json().metadata).toEqual({ retryAfterSeconds: '60' });
    wait(1);
    expect((await attempt(identifier, rightPassword)).status).toBe(200);
    expect(await guesses(5, identifier)).toEqual([401, 401, 401, 401, 401]);
  });

  it('answer the same for an account that does not exist', async () => {
    const { identifier } = await person(app);
    const told = async (who: string) => {
      const replies = [];
      for (let i = 0; i < 7; i += 1) replies.push((await attempt(who, 'wrong')).reply);
      return replies.map((reply) => [
        reply.statusCode,
        reply.headers['retry-after'],
        { ...reply.json(), requestId: '' },
      ]);
    };
    expect(await told('nobody@example.com')).toEqual(await told(identifier));
  });

  it('make wait for a minute, then two, and never longer than fifteen', async () => {
    const { identifier } = await person(app);
    await guesses(4, identifier);
    const waits: (number | string | string[] | undefined)[] = [];
    for (let i = 0; i < 6; i += 1) {
      expect(await guesses(1, identifier)).toEqual([401]);
      waits.push((await attempt(identifier, rightPassword)).wait);
      wait(Number(waits.at(-1)) / 60);
    }
    expect(waits).toEqual(['60', '120', '240', '480', '900', '900']);
  });

  it('sent all at once count as those sent one by one', async () => {
    const { identifier } = await person(app);
    await guesses(4, identifier);
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => attempt(identifier, `wrong ${i}`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([401, ...Array.from({ length: 7 }, () => 429)]);
  });

  it('do not lock out one person who signs in several times at once', async () => {
    const { identifier } = await person(app);
    await guesses(4, identifier);
    const replies = await Promise.all(Array.from({ length: 6 }, () => attempt(identifier, rightPassword)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('a device that signed in before', () => {
  it('is not locked out by strangers', async () => {
    const { identifier } = await person(app);
    const cookies = await deviceOf(identifier);
    await guesses(6, identifier, { address: '203.0.113.9' });
    expect((await attempt(identifier, rightPassword)).status).toBe(429);
    expect((await attempt(identifier, rightPassword, { cookies })).status).toBe(200);
    // Signing in on the known device does not reset the strangers' count.
    expect((await attempt(identifier, rightPassword)).status).toBe(429);
  });

  it('has five tries of its own, and no more', async () => {
    const { identifier } = await person(app);
    const cookies = await deviceOf(identifier);
    expect(await guesses(6, identifier, { cookies })).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await attempt(identifier, rightPassword)).status).toBe(200);
    expect((await attempt(identifier, rightPassword, { cookies })).status).toBe(429);
  });

  it('is a stranger to every other account', async () => {
    const [own, other] = [await person(app), await person(app)];
    const cookies = await deviceOf(own.identifier);
    await guesses(6, other.identifier);
    expect((await attempt(other.identifier, rightPassword, { cookies })).status).toBe(429);
  });

  it('is known only by the cookie that we gave it', async () => {
    const { identifier } = await person(app);
    await guesses(6, identifier);
    for (const made of ['x'.repeat(43), 'short', ''])
      expect((await attempt(identifier, rightPassword, { cookies: { '__Host-device': made } })).status).toBe(429);
    wait(1);
    const { reply } = await attempt(identifier, rightPassword, { cookies: { '__Host-device': 'x'.repeat(43) } });
    expect(reply.cookies.map(({ value }) => value)).not.toContain('x'.repeat(43));
  });

  it('that two people share is known to both', async () => {
    const [one, two] = [await person(app), await person(app)];
    const cookies = await deviceOf(one.identifier);
    const { reply } = await attempt(two.identifier, rightPassword, { cookies });
    expect(reply.cookies.map(({ name, value }) => ({ [name]: value }))).toContainEqual(cookies);
  });
});

describe('a device that is known', () => {
  const url = (path: string) => `/api/v1/accounts/self-service/${path}`;
  /** Signs in and returns all cookies. */
  const browserOf = async (identifier: string, cookies: Record<string, string> = {}) => {
    const { reply } = await attempt(identifier, rightPassword, { cookies });
    return Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
  };
  const deviceIn = (cookies: Record<string, string>) => ({ '__Host-device': cookies['__Host-device'] ?? '' });
  /** True if the device may sign in while strangers are locked out. */
  const isKnown = async (identifier: string, cookies: Record<string, string>) =>
    (await attempt(identifier, rightPassword, { cookies: deviceIn(cookies) })).status === 200;
  const lockOthersOut = (identifier: string) => guesses(5, identifier, { address: '203.0.113.9' });
  const sessionsOf = async (cookies: Record<string, string>): Promise<{ id: string; isCurrent: boolean }[]> =>
    (await app.publicListener.inject({ url: url('sessions'), cookies })).json().items;
  const end = (id: string, cookies: Record<string, string>) =>
    app.publicListener.inject({ method: 'DELETE', url: url(`sessions/${id}`), cookies });

  it('is still so after signing out', async () => {
    const { identifier } = await person(app);
    const browser = await browserOf(identifier);
    await app.publicListener.inject({ method: 'DELETE', url: url('logout'), cookies: browser });
    await lockOthersOut(identifier);
    expect(await isKnown(identifier, browser)).toBe(true);
  });

  it('is a stranger again when its session is ended from elsewhere', async () => {
    const { identifier } = await person(app);
    const [lost, home] = [await browserOf(identifier), await browserOf(identifier)];
    await app.publicListener.inject({ url: url('whoami'), cookies: home });
    const listed = await sessionsOf(lost);
    const own = listed.find(({ isCurrent }) => isCurrent);
    expect((await end(own?.id ?? '', home)).statusCode).toBe(204);
    await lockOthersOut(identifier);
    expect([await isKnown(identifier, lost), await isKnown(identifier, home)]).toEqual([false, true]);
  });

  it('stays so while another session is open on it', async () => {
    const { identifier } = await person(app);
    const before = await browserOf(identifier);
    const now = await browserOf(identifier, deviceIn(before));
    const former = (await sessionsOf(before)).find(({ isCurrent }) => isCurrent);
    expect((await end(former?.id ?? '', now)).statusCode).toBe(204);
    await lockOthersOut(identifier);
    expect(await isKnown(identifier, now)).toBe(true);
  });

  it('is a stranger again when the password is changed elsewhere', async () => {
    const { identifier } = await person(app);
    const [lost, home] = [await browserOf(identifier), await browserOf(identifier)];
    const sent = await app.publicListener.inject({
      method: 'PUT',
      url: `/api/v1/accounts/auth/mailer/${encodeURIComponent(identifier)}?purpose=reset`,
      cookies: home,
    });
    const [authJobID, token] = [sent.json().jobID, await lastCode(app, identifier)];
    const changed = await app.publicListener.inject({
      method: 'POST',
      url: url('settings/password'),
      payload: { email: identifier, password: rightPassword, authJobID, token },
      cookies: home,
    });
    expect(changed.statusCode).toBe(204);
    await lockOthersOut(identifier);
    expect([await isKnown(identifier, lost), await isKnown(identifier, home)]).toEqual([false, true]);
  });
});

describe('one address', () => {
  it('has thirty wrong passwords in ten minutes, for any e-mails', async () => {
    const { identifier } = await person(app);
    const cookies = await deviceOf(identifier);
    const statuses = [];
    for (let i = 0; i < 31; i += 1) statuses.push(...(await guesses(1, `person-${i}@example.org`)));
    expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([30, 429]);
    expect(await attempt(identifier, rightPassword)).toMatchObject({ status: 429, wait: '600' });
    expect((await attempt(identifier, rightPassword, { cookies })).status).toBe(200);
    expect((await attempt(identifier, rightPassword, { address: '203.0.113.9' })).status).toBe(200);
    wait(10);
    expect((await attempt(identifier, rightPassword)).status).toBe(200);
  });

  it('of IPv6 is the network that its owner may choose addresses from', async () => {
    for (let i = 0; i < 30; i += 1)
      await guesses(1, `person-${i}@example.org`, { address: `2001:db8:1:2::${i.toString(16)}` });
    expect(await guesses(1, 'person@example.org', { address: '2001:db8:1:2:ffff::1' })).toEqual([429]);
    expect(await guesses(1, 'person@example.org', { address: '2001:db8:1:3::1' })).toEqual([401]);
  });

  it('of IPv6 has a /48 with others, whose wrong passwords are three hundred, since one machine may have all of it', async () => {
    const { identifier } = await person(app);
    const cookies = await deviceOf(identifier);
    for (let at = 1; at <= 10; at += 1)
      await guesses(1, `person-${at}@example.org`, { address: `2001:db8:48:${at}::1` });
    // Multiplies the counts as if each network had gone on.
    await app.deps.db
      .updateTable('sign_in_address')
      .set((eb) => ({ failures: eb('failures', '*', 30) }))
      .where('address', 'like', '2001:db8:48:%')
      .execute();
    expect(await guesses(1, 'person@example.org', { address: '2001:db8:48:ffff::1' })).toEqual([429]);
    expect(await guesses(1, 'person@example.org', { address: '2001:db8:49::1' })).toEqual([401]);
    const there = { address: '2001:db8:48:ffff::1' };
    expect(await attempt(identifier, rightPassword, there)).toMatchObject({ status: 429, wait: '600' });
    expect((await attempt(identifier, rightPassword, { ...there, cookies })).status).toBe(200);
    wait(10);
    expect((await attempt(identifier, rightPassword, there)).status).toBe(200);
  });
});
