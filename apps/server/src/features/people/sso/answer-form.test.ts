import { pathOf } from '@usance/api/call';
import { accounts } from '@usance/api/people/account';
import { sso } from '@usance/api/people/sso';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

describe('a form of another site', () => {
  const login = pathOf(accounts.login, 'customer');
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };

  it('is accepted only by the call that takes SAML answers', async () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const forged = { method: 'POST', url: login, payload: 'identifier=a@example.com&password=x' } as const;
    const reply = await app.publicListener.inject({ ...forged, headers: { ...elsewhere, ...type } });
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'CROSS_SITE_REQUEST']);
    const own = await app.publicListener.inject({ ...forged, headers: type });
    expect([own.statusCode, own.json().reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('needs each field once, and a limited size', async () => {
    const url = pathOf(sso.answer, 'customer');
    const send = (payload: string, type = 'application/x-www-form-urlencoded') =>
      app.publicListener.inject({ method: 'POST', url, payload, headers: { ...elsewhere, 'content-type': type } });
    expect((await send('{}', 'application/json')).statusCode).toBe(415);
    expect((await send('')).statusCode).toBe(400);
    expect((await send('SAMLResponse=a&SAMLResponse=b')).statusCode).toBe(400);
    expect((await send('SAMLResponse=%FF')).statusCode).toBe(401);
    const more = (fields: number) => Array.from({ length: fields }, (_, index) => `&${index}=`).join('');
    expect((await send(`SAMLResponse=a${more(99)}`)).statusCode).toBe(401);
    expect((await send(`SAMLResponse=a${more(100)}`)).statusCode).toBe(400);
    expect((await send(`SAMLResponse=${'a'.repeat(128 * 1024)}`)).statusCode).toBe(413);
  });
});
