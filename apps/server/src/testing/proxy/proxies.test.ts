import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { bank } from '@usance/api/billing/bank';
import { pathOf } from '@usance/api/call';
import { health } from '@usance/api/health';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdmission } from '#platform/http/load/admission.ts';
import { person, rightPassword } from '../builders.ts';
import { startTestApp, type TestApp, testToken } from '../test-app.ts';
import { deployedProxies, meterAddress } from './deployed-proxies.ts';
import { type RunningProxy, startProxy } from './start-proxy.ts';

const none = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
const rates = { anonymous: 5, session: 100, address: 1_000 };
const bearer = { authorization: `Bearer ${testToken}` };
const canCertify = spawnSync('openssl', ['version']).status === 0;

describe.each(deployedProxies)('$name, as deploy/ configures it', (kind) => {
  const isHere = kind.program !== undefined && canCertify;
  if (!isHere) return it.skip('is not installed on this machine');

  const file = randomBytes(4 * 1024 * 1024);
  const pieces = 4;
  let app: TestApp;
  let proxy: RunningProxy;
  beforeAll(async () => {
    const overload = { admission: openAdmission({ waitMs: 60_000 }), pressure: none, rates };
    app = await startTestApp({ overload, trustProxy: ['127.0.0.1'] });
    app.publicListener.get('/long', async () => Readable.from(Array.from({ length: pieces }, () => file)));
    const portOf = async (listener: 'publicListener' | 'internalListener') =>
      Number(new URL(await app[listener].listen({ port: 0, host: '127.0.0.1' })).port);
    proxy = await startProxy(kind, {
      customer: await portOf('publicListener'),
      internal: await portOf('internalListener'),
    });
  });
  afterAll(async () => {
    await proxy.close();
    await app.close();
  });

  const signIn = (from: string, identifier: string, headers = {}) =>
    proxy.ask('people', {
      path: pathOf(accounts.login, 'customer'),
      method: accounts.login.method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ identifier, password: rightPassword }),
      from,
    });

  it('lets people sign in, also with a browser that sends its origin', async () => {
    const { identifier } = await person(app);
    const { status, cookies } = await signIn('127.0.0.2', identifier, { origin: 'https://usance.example.com' });
    expect(status).toBe(200);
    const session = cookies.find((each) => each.startsWith('__Host-sid='));
    expect(session).toMatch(/; Secure/);
    const cookie = String(session).split(';')[0];
    const whoami = await proxy.ask('people', { path: pathOf(accounts.whoami, 'customer'), headers: { cookie } });
    expect([whoami.status, whoami.body.toString()]).toEqual([200, expect.stringContaining(identifier)]);
  });

  it('counts each address separately, and ignores a forged address', async () => {
    const path = pathOf(accounts.whoami, 'customer');
    const ask = (from: string, headers = {}) =>
      proxy.ask('people', { path, headers, from }).then(({ status }) => status);
    const first: (number | undefined)[] = [];
    for (let i = 0; i <= rates.anonymous; i += 1) {
      const another = `203.0.113.${i}`;
      first.push(
        await ask('127.0.0.3', { 'x-forwarded-for': another, forwarded: `for=${another}`, 'x-real-ip': another }),
      );
    }
    expect(first).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await ask('127.0.0.4')).toBe(401);
  });

  it('passes a long download through', async () => {
    const wanted = createHash('sha256');
    for (let i = 0; i < pieces; i += 1) wanted.update(file);
    const { status, body } = await proxy.ask('people', { path: '/long', from: '127.0.0.5' });
    expect([status, body.length]).toEqual([200, pieces * file.length]);
    expect(createHash('sha256').update(body).digest('hex')).toBe(wanted.digest('hex'));
  });

  it('leaves the refusal of a long body to Usance', async () => {
    const body = JSON.stringify({ identifier: 'x'.repeat(300 * 1024), password: '' });
    const headers = { 'content-type': 'application/json' };
    const asked = { path: pathOf(accounts.login, 'customer'), method: 'POST', headers, body, from: '127.0.0.6' };
    const told = await proxy.ask('people', asked);
    expect([told.status, JSON.parse(told.body.toString()).reason]).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('hides the internal API from people', async () => {
    for (const path of [pathOf(health.ready, 'internal'), pathOf(usages.ingest, 'internal'), '/internal/api/docs'])
      expect((await proxy.ask('people', { path, headers: bearer, from: '127.0.0.7' })).status).toBe(404);
  });

  const send = (body: Buffer, from = meterAddress) => {
    const headers = { ...bearer, 'content-type': 'application/x-ndjson' };
    return proxy.ask('meters', { path: pathOf(usages.ingest, 'internal'), method: 'POST', headers, body, from });
  };

  it('accepts 64 MiB of usage from a meter, and no more', async () => {
    const [mostBytes, lineBytes] = [64 * 1024 * 1024, 8_192];
    const whole = await send(Buffer.alloc(mostBytes, `${' '.repeat(lineBytes - 1)}\n`));
    expect([whole.status, JSON.parse(whole.body.toString()).refused]).toEqual([200, mostBytes / lineBytes]);
    const more = await send(Buffer.alloc(mostBytes + 1, '\n'));
    expect([more.status, JSON.parse(more.body.toString()).reason]).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('accepts nothing else from a meter, and nothing from other addresses', async () => {
    expect([403, 404]).toContain((await send(Buffer.from('\n'), '127.0.0.8')).status);
    const deposits = pathOf(bank.record, 'internal').replace('{id}', 'ctr-1');
    for (const path of [deposits, pathOf(health.metrics, 'internal'), '/internal/api/v1/tokens', '/'])
      expect((await proxy.ask('meters', { path, headers: bearer, from: meterAddress })).status).toBe(404);
  });
});
