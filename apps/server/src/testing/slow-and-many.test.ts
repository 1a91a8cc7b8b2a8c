import { connect, type Socket } from 'node:net';
import { bank } from '@usance/api/billing/bank';
import { pathOf } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { openAdmission } from '#platform/http/load/admission.ts';
import { contract, member, rightPassword } from './builders.ts';
import { internalCaller } from './callers.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

const none = { maxEventLoopDelay: 0, maxLiveBytes: 0 };
const plenty = { anonymous: 100_000, session: 100_000, address: 100_000 };

let app: TestApp;
let acme: Contract;
let reader: Awaited<ReturnType<typeof member>>;
let other: Awaited<ReturnType<typeof member>>;
const ports = { customer: 0, internal: 0 };
beforeAll(async () => {
  // A slow machine must not cause refusals here.
  const overload = { admission: openAdmission({ waitMs: 60_000 }), pressure: none, rates: plenty };
  app = await startTestApp({ clickhouse: true, overload });
  acme = await contract(app);
  reader = await member(app, acme.id, 'billing_viewer');
  other = await member(app, acme.id, 'billing_viewer');
  ports.customer = await listen('publicListener');
  ports.internal = await listen('internalListener');
});
afterAll(() => app.close());

async function listen(name: 'publicListener' | 'internalListener'): Promise<number> {
  return Number(new URL(await app[name].listen({ port: 0, host: '127.0.0.1' })).port);
}

describe('a client that sends the head of a request and never its body', () => {
  it('does not stop others from signing in', async () => {
    const head = `POST ${pathOf(accounts.login, 'customer')} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
    await hold('customer', 12, head);
    const body = { identifier: reader.identifier, password: rightPassword };
    const signedIn = await fetch(`http://127.0.0.1:${ports.customer}${pathOf(accounts.login, 'customer')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(signedIn.status).toBe(200);
  });

  it('stops neither usage nor deposits', async () => {
    const head = `POST ${pathOf(usages.ingest, 'internal')} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testToken}\r\nContent-Type: application/x-ndjson\r\nContent-Length: 100\r\n\r\n{`;
    await hold('internal', 30, head);
    const staff = internalCaller(app);
    expect(await staff.call(usages.ingest, { body: '{}' })).toMatchObject({ accepted: 0, refused: 1 });
    const deposit = { type: 'deposit', amount: '10', currency: 'USD' } as const;
    await staff.call(bank.record, { params: { id: acme.id }, body: deposit });
  });
});

const aggregated: InjectOptions = {
  url: `/api/v1/contracts/acme/purchases/agg-by?${new URLSearchParams({ aggDimensions: 'day', start: String(Date.UTC(2026, 0, 1)) })}`,
};
const of = (request: InjectOptions) => ({ ...request, url: String(request.url).replace('acme', acme.id) });

describe('while the usage database hangs', () => {
  it.each([
    ['reads', aggregated, 2],
    ['reads by HEAD', { ...aggregated, method: 'HEAD' }, 2],
    ['reads under another spelling', { ...aggregated, url: String(aggregated.url).replace('/api', '/%61pi') }, 2],
  ] as const)('one account has no more than half of all %s', async (_what, request, most) => {
    const engine = standingStill();
    const asked = Array.from({ length: 30 }, () => reader.raw(of(request)));
    // A request that neither runs nor may wait is refused at once.
    expect((await Promise.race(asked)).statusCode).toBe(503);
    await engine.asked;
    const others = other.raw(of(aggregated));
    await engine.askedTimes(most + 1);
    expect(engine.mostAtOnce()).toBe(most + 1);
    engine.release();
    expect((await others).statusCode).toBe(200);
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
    // Waiting requests are answered, and so are later ones once there is room.
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(most);
  });

  it('calls that do not need it are answered', async () => {
    const engine = standingStill();
    const asked = [reader, other].flatMap((someone) => Array.from({ length: 20 }, () => someone.raw(of(aggregated))));
    await engine.asked;
    expect((await reader.raw({ url: pathOf(accounts.whoami, 'customer') })).statusCode).toBe(200);
    expect((await other.raw({ url: `/api/v1/contracts/${acme.id}` })).statusCode).toBe(200);
    engine.release();
    await Promise.all(asked);
  });

  it('a disconnected client does not free a slot whose work still runs', async () => {
    const engine = standingStill();
    const cookie = await sessionOf(reader.identifier);
    const head = `GET ${of(aggregated).url} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\n\r\n`;
    const left = await hold('customer', 30, head);
    await engine.asked;
    const closed = left.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of left) socket.destroy();
    await Promise.all(closed);
    await hold('customer', 30, head);
    await other.raw({ url: pathOf(accounts.whoami, 'customer') });
    expect(engine.mostAtOnce()).toBeLessThanOrEqual(2);
  });
});

async function sessionOf(identifier: string): Promise<string> {
  const url = pathOf(accounts.login, 'customer');
  const reply = await app.publicListener.inject({
    method: 'POST',
    url,
    payload: { identifier, password: rightPassword },
  });
  return reply.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Opens `count` connections that send `text` and nothing more. */
async function hold(family: keyof typeof ports, count: number, text: string): Promise<readonly Socket[]> {
  const opened = Array.from({ length: count }, () => connect(ports[family], '127.0.0.1'));
  onTestFinished(() => {
    for (const socket of opened) socket.destroy();
  });
  await Promise.all(opened.map((socket) => sent(socket, text)));
  // The listener answers it after it has read everything sent before.
  const probe = await fetch(`http://127.0.0.1:${ports[family]}/nothing`);
  await probe.text();
  return opened;
}

function sent(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(text, () => resolve());
  });
}

/** Makes the usage database hang until it is released; counts the waiting queries. */
function standingStill() {
  const engine = app.deps.clickhouse as { -readonly [K in keyof ClickHouse]: ClickHouse[K] };
  const { query, queryKept } = engine;
  const released = Promise.withResolvers<void>();
  const waiting: { times: number; resolve: () => void }[] = [];
  let [now, most] = [0, 0];
  const askedTimes = (times: number) =>
    new Promise<void>((resolve) => {
      if (now >= times) resolve();
      else waiting.push({ times, resolve });
    });
  const stands = async () => {
    now += 1;
    most = Math.max(most, now);
    for (const { times, resolve } of waiting) if (now >= times) resolve();
    await released.promise;
    now -= 1;
  };
  engine.query = async <Row>(...given: Parameters<typeof query>) => {
    await stands();
    return query<Row>(...given);
  };
  engine.queryKept = async <Row>(...given: Parameters<typeof queryKept>) => {
    await stands();
    return queryKept<Row>(...given);
  };
  const release = () => {
    Object.assign(engine, { query, queryKept });
    released.resolve();
  };
  onTestFinished(release);
  return { asked: askedTimes(1), askedTimes, mostAtOnce: () => most, release };
}
