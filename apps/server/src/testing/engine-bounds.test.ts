import { connect } from 'node:net';
import { purchases } from '@usance/api/billing/purchase';
import { type Family, pathOf } from '@usance/api/call';
import type { Contract } from '@usance/api/contract/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Bounds } from '#platform/clickhouse/bounds.ts';
import type { ClickHouse } from '#platform/clickhouse/client.ts';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import { october, startWithPurchases } from '../features/billing/purchase/purchases.fixture.ts';
import type { Caller } from './callers.ts';
import { type TestApp, testToken } from './test-app.ts';

let app: TestApp;
let acme: Contract;
let reader: Caller;
beforeAll(async () => {
  ({ app, acme, reader } = await startWithPurchases());
});
afterAll(() => app.close());

const pathTo = (rest: string, family: Family = 'customer') =>
  pathOf(purchases.list, family).replace('{id}', acme.id) + rest;
const range = `start=${october.start}&end=${october.end}`;
const analysis = `/agg-by?aggDimensions=product&${range}`;
const list = `?pageSize=1000&${range}`;
const download = `/download?${range}`;

describe('a query of the usage database', () => {
  it.each([
    ['an analysis', analysis, limitsOf.read],
    ['a list', list, limitsOf.read],
    ['a download', download, limitsOf.export],
  ])('by %s is within the limits of its kind', async (_what, rest, limits) => {
    const asked: Partial<Bounds>[] = [];
    engineDoes(async (bounds) => void asked.push(bounds));
    expect((await reader.raw({ url: pathTo(rest) })).statusCode).toBe(200);
    expect(asked.length).toBeGreaterThan(0);
    for (const bounds of asked) expect(bounds.limits).toBe(limits);
  });

  it('is cancelled when the client disconnects', async () => {
    const gone = Promise.withResolvers<AbortSignal | undefined>();
    const released = Promise.withResolvers<void>();
    engineDoes(async (bounds) => {
      gone.resolve(bounds.gone);
      await released.promise;
    });
    const { port } = new URL(await app.internalListener.listen({ port: 0, host: '127.0.0.1' }));
    const socket = connect(Number(port), '127.0.0.1');
    const head = `Host: x\r\nAuthorization: Bearer ${testToken}`;
    socket.write(`GET ${pathTo(analysis, 'internal')} HTTP/1.1\r\n${head}\r\n\r\n`);
    const signal = await gone.promise;
    expect(signal?.aborted).toBe(false);
    const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
    socket.destroy();
    await aborted;
    released.resolve();
  });

  it.each([analysis, list, download])('is refused with 503 beyond its limits: %s', async (rest) => {
    engineDoes(() => Promise.reject(new OverLimits(undefined)));
    const reply = await reader.raw({ url: pathTo(rest) });
    expect([reply.statusCode, reply.json()]).toMatchObject([503, { reason: 'UNAVAILABLE', code: 503 }]);
    expect(reply.headers['retry-after']).toBe('5');
  });
});

/** Runs `first` before each query of the usage database. */
function engineDoes(first: (bounds: Partial<Bounds>) => Promise<void>): void {
  const engine = app.deps.clickhouse as { -readonly [K in keyof ClickHouse]: ClickHouse[K] };
  const { query, queryKept, stream } = engine;
  engine.query = async <Row>(...given: Parameters<typeof query>) => {
    await first(given[3] ?? {});
    return query<Row>(...given);
  };
  engine.queryKept = async <Row>(...given: Parameters<typeof queryKept>) => {
    await first(given[2] ?? {});
    return queryKept<Row>(...given);
  };
  engine.stream = async (...given) => {
    await first(given[3] ?? {});
    return stream(...given);
  };
  onTestFinished(() => void Object.assign(engine, { query, queryKept, stream }));
}
