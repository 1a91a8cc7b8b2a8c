import { accounts } from '@usance/api/people/account';
import { beforeEach, describe, expect, it } from 'vitest';
import { person, rightPassword } from '#testing/builders.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { PasskeyBrowser, withPasskey } from './passkey.fixture.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
  return () => app.close();
});

const wait = (seconds: number) => app.clock.pass({ seconds });

describe('a stranger who tries passkeys', () => {
  it('waits after five wrong tries of a passkey, existing or not, even with the right one', async () => {
    const { key } = await withPasskey(app);
    const outcomes = async (of: Authenticator) => {
      const found: unknown[] = [];
      for (let count = 0; count < 6; count += 1) {
        const { status, body } = await new PasskeyBrowser(app).attempt(of, { isUserVerified: false });
        found.push([status, body.reason, body.metadata]);
      }
      return found;
    };
    const known = await outcomes(key);
    expect(known.at(-1)).toEqual([429, 'TOO_MANY_REQUESTS', { retryAfterSeconds: '60' }]);
    expect(known.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => [401, 'PASSKEY_REFUSED', {}]));
    expect(await outcomes(new Authenticator())).toEqual(known);
    expect((await new PasskeyBrowser(app).attempt(key)).status).toBe(429);
    wait(60);
    expect((await new PasskeyBrowser(app).attempt(key)).status).toBe(200);
  });

  it('counts for their network together with wrong passwords', async () => {
    const from = { remoteAddress: '203.0.113.9' };
    for (let count = 0; count < 30; count += 1)
      expect((await new PasskeyBrowser(app, from).attempt(new Authenticator())).status).toBe(401);
    expect((await new PasskeyBrowser(app, from).attempt(new Authenticator())).status).toBe(429);
    const { identifier } = await person(app);
    expect(
      (await new PasskeyBrowser(app, from).post(accounts.login, { identifier, password: rightPassword })).status,
    ).toBe(429);
  });

  it('gets no more tries by sending them at once', async () => {
    const key = new Authenticator();
    expect((await new PasskeyBrowser(app).attempt(key)).status).toBe(401);
    const tries = await Promise.all(Array.from({ length: 20 }, () => new PasskeyBrowser(app).attempt(key)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(4);
  });

  it('does not lock the owner of a passkey out by wrong passwords', async () => {
    const { someone, key } = await withPasskey(app);
    const { identifier } = someone;
    for (let count = 0; count < 6; count += 1)
      await new PasskeyBrowser(app).post(accounts.login, { identifier, password: 'no' });
    expect((await new PasskeyBrowser(app).post(accounts.login, { identifier, password: rightPassword })).status).toBe(
      429,
    );
    expect((await new PasskeyBrowser(app).attempt(key)).status).toBe(200);
  });
});
