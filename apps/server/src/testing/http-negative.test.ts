import { pathOf } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { person, rightPassword } from './builders.ts';
import { anonymousCaller, type Caller } from './callers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
let someone: Caller & { identifier: string };
beforeAll(async () => {
  app = await startTestApp();
  someone = await person(app);
});
afterAll(() => app.close());

const signIn = (payload: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  app.publicListener.inject({
    method: 'POST',
    url: pathOf(accounts.login, 'customer'),
    payload: payload as string,
    headers,
  });

describe('requests that the parser refuses', () => {
  it.each([
    'not json',
    '',
    'null',
    '[]',
    '"x"',
    '{"identifier":"a@b.io","password":"x"} trailing',
    '{"__proto__":{"a":1}}',
  ])('a body that is %j: 400', async (body) => {
    const reply = await signIn(body);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', requestId: expect.any(String) });
  });

  const otherMedia = [
    'text/plain',
    'application/json\tx',
    'application/json garbage',
    'application/x-www-form-urlencoded',
  ];

  it.each([
    ...otherMedia,
    // Media types that other calls accept.
    'text/csv',
    'application/x-ndjson',
  ])('a content type %j: 415, and no sign-in', async (type) => {
    const reply = await signIn(JSON.stringify({ identifier: someone.identifier, password: rightPassword }), {
      'content-type': type,
    });
    expect([reply.statusCode, reply.json().reason]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['no body', undefined, {}],
    ['nothing but its media type', '', { 'content-type': 'application/json' }],
    ['null', 'null', { 'content-type': 'application/json' }],
  ])('%s is refused without naming a field', async (_how, payload, headers) => {
    const reply = await signIn(payload, headers);
    expect(reply.json()).toMatchObject({ code: 400, reason: 'INVALID_PARAMETER', message: 'A body is required.' });
    expect(reply.json().metadata).toEqual({});
  });

  it('a body over the limit: 413', async () => {
    expect((await signIn(JSON.stringify({ identifier: 'x'.repeat(300_000) }))).statusCode).toBe(413);
  });

  it.each([
    [{ identifier: 'a b@c.io', password: 'x' }, 'identifier'],
    [{ identifier: 'a@c.io\r\n', password: 'x' }, 'identifier'],
    [{ identifier: 'a\0@c.io', password: 'x' }, 'identifier'],
    [{ identifier: 'a\ud800@c.io', password: 'x' }, 'identifier'],
    [{ identifier: `${'a'.repeat(320)}@c.io`, password: 'x' }, 'identifier'],
    [{ identifier: 'a@c.io', password: { $ne: 1 } }, 'password'],
    [{ identifier: 'a@c.io', password: 'x'.repeat(1_000) }, 'password'],
    [{ identifier: 'a@c.io' }, 'password'],
    [{ identifier: 'a@c.io', password: 'x', isAdmin: true }, 'isAdmin'],
  ])('%j, and names %s', async (body, field) => {
    const reply = await signIn(JSON.stringify(body));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().metadata).toEqual({ field });
  });

  it.each(['%00', '..%2f..%2fetc', '1%20or%201=1', '%F0%9F%92%A5', 'x'.repeat(250)])(
    'the id %s in a path',
    async (id) => {
      const reply = await someone.raw({ url: `/api/v1/contracts/${id}` });
      expect([400, 404]).toContain(reply.statusCode);
      expect(reply.body).not.toMatch(/\bat \w+ \(/);
    },
  );

  it('a parameter given twice', async () => {
    expect((await someone.raw({ url: `${pathOf(contracts.list, 'customer')}?pageSize=1&pageSize=2` })).statusCode).toBe(
      400,
    );
  });
});

describe('addresses', () => {
  it('that do not exist: 404 as JSON', async () => {
    const reply = await someone.raw({ url: '/api/v1/nothing' });
    expect([reply.statusCode, reply.json().reason]).toEqual([404, 'NOT_FOUND']);
  });

  it('that take another method: 405 with the allowed methods', async () => {
    const reply = await someone.raw({ method: 'DELETE', url: pathOf(contracts.list, 'customer') });
    expect([reply.statusCode, reply.headers['allow']]).toEqual([405, expect.stringContaining('GET')]);
  });
});

describe('sessions', () => {
  it.each(['garbage', 'x'.repeat(10_000), ''])('a cookie like %.20s is no session', async (value) => {
    const reply = await app.publicListener.inject({
      url: pathOf(accounts.whoami, 'customer'),
      headers: { cookie: `__Host-sid=${value}` },
    });
    expect([reply.statusCode, reply.json().reason]).toEqual([401, 'INVALID_SESSION']);
  });

  it('two cookies of the name are no session', async () => {
    const reply = await signIn(JSON.stringify({ identifier: someone.identifier, password: rightPassword }));
    const value = reply.cookies[0]?.value;
    const cookie = `__Host-sid=${value}; __Host-sid=${value}`;
    expect(
      (await app.publicListener.inject({ url: pathOf(accounts.whoami, 'customer'), headers: { cookie } })).statusCode,
    ).toBe(401);
  });

  it('end at sign-out', async () => {
    const other = await person(app);
    await other.raw({ method: 'DELETE', url: '/api/v1/accounts/self-service/logout' });
    expect(await other.refusal(accounts.whoami, {})).toMatchObject({ code: 401 });
  });

  it('an account that was locked while the clock ran ahead is not locked until that time', async () => {
    const victim = await person(app);
    const attempt = () => signIn(JSON.stringify({ identifier: victim.identifier, password: 'wrong' }));
    for (let tries = 0; tries < 5; tries += 1) await attempt();
    await app.ownerScript(`update sign_in_failure set locked_until = locked_until + interval '70 days'`);
    const right = await signIn(JSON.stringify({ identifier: victim.identifier, password: rightPassword }));
    expect(right.statusCode).toBe(200);
  });
});

describe('other sites', () => {
  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])(
    'cannot make a browser write: %j',
    async (headers) => {
      const reply = await signIn(JSON.stringify({ identifier: someone.identifier, password: rightPassword }), {
        'content-type': 'application/json',
        ...headers,
      } as Record<string, string>);
      expect(reply.statusCode).toBe(403);
    },
  );

  it('get no CORS header, whatever their origin', async () => {
    const reply = await anonymousCaller(app).raw({
      url: pathOf(accounts.whoami, 'customer'),
      headers: { origin: 'https://evil.example' },
    });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

it('every reply has the security headers', async () => {
  const reply = await anonymousCaller(app).raw({ url: pathOf(accounts.whoami, 'customer') });
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'x-request-id': expect.any(String),
  });
});

it('an internal error answers 500 with a request id and no details', async () => {
  const now = vi.spyOn(app.clock, 'now').mockImplementation(() => {
    throw new Error('select secret from account');
  });
  const reply = await someone.raw({ url: pathOf(accounts.whoami, 'customer') });
  now.mockRestore();
  expect([reply.statusCode, reply.json().reason]).toEqual([500, 'INTERNAL_ERROR']);
  expect(reply.body).not.toContain('secret');
});
