import { readFileSync } from 'node:fs';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { type Call, pathOf } from '@usance/api/call';
import { focus } from '@usance/api/installation/focus';
import { usages } from '@usance/api/metering/usage';
import { accounts } from '@usance/api/people/account';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetPayloads } from '../features/metering/usage/forgetting/forget-payloads.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  stored,
  usageOf,
} from '../features/metering/usage/metering.fixture.ts';
import { flushUsage } from '../features/metering/usage/moving/flush-usage.ts';
import { person, rightPassword } from './builders.ts';
import { internalCaller } from './callers.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const file = readFileSync(new URL('../features/installation/focus/sample.csv', import.meta.url), 'utf8');

let app: TestApp;
let metered: Metered;
beforeAll(async () => {
  app = await startTestApp({ clickhouse: true });
  await sellCoreHours(app, 'compute.r', '2');
});
beforeEach(async () => {
  metered = await meteredContract(app);
});
afterAll(() => app.close());

const contracts = async () => (await app.deps.db.selectFrom('contract').select('id').execute()).length;

let count = 0;
const newKey = () => {
  count += 1;
  return `key-${count}`;
};

function ask(call: Call, payload: string | object, key: string): Promise<LightMyRequestResponse> {
  const headers = { 'content-type': call.bodyMedia ?? 'application/json', 'idempotency-key': key };
  return internalCaller(app).raw({ method: 'POST', url: pathOf(call, 'internal'), payload, headers });
}

const shown = (reply: LightMyRequestResponse) => [reply.statusCode, reply.headers['idempotent-replayed'], reply.json()];
const conflict = [409, undefined, expect.objectContaining({ reason: 'IDEMPOTENCY_KEY_CONFLICT' })];

describe('a write that spans transactions, sent twice under one key', () => {
  it('imports one contract, and returns the same report', async () => {
    const [key, before] = [newKey(), await contracts()];
    const first = await ask(focus.import, file, key);
    expect(shown(await ask(focus.import, file, key))).toEqual([200, 'true', first.json()]);
    expect(await contracts()).toBe(before + 1);
    await ask(focus.import, file, newKey());
    expect(await contracts()).toBe(before + 2);
  });

  it('ingests usage again as duplicates, and stores lost records again', async () => {
    const [key, line] = [newKey(), JSON.stringify(usageOf(metered))];
    const first = await ask(usages.ingest, line, key);
    expect(first.json()).toMatchObject({ accepted: 1, duplicate: 0 });
    const known = { accepted: 0, duplicate: 1, refused: 0, refusals: [] };
    expect(shown(await ask(usages.ingest, line, key))).toEqual([200, undefined, known]);
    await flushUsage(app.deps);
    await forgetPayloads(app.deps, new Date('2100-01-01T00:00:00Z'));
    const { contractId } = metered;
    const lost = 'ALTER TABLE usage_record DELETE WHERE contract_id = {contractId:String}';
    await app.deps.clickhouse.command(lost, { contractId }, { mutations_sync: '2' });
    expect(shown(await ask(usages.ingest, line, key))).toEqual([200, undefined, known]);
    await flushUsage(app.deps);
    expect(await stored(app, contractId)).toMatchObject({ rows: 1 });
    expect(shown(await ask(usages.ingest, `${line}\n`, key))).toEqual(conflict);
  });

  it('returns the first result of a calculation', async () => {
    const key = newKey();
    const window = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
    const body = { contractId: metered.contractId, ...window };
    const first = await ask(purchases.calculate, body, key);
    await sendUsage(app, [usageOf(metered)]);
    expect(shown(await ask(purchases.calculate, body, key))).toEqual([200, 'true', first.json()]);
    expect((await ask(purchases.calculate, body, newKey())).json()).toMatchObject({ amount: '2.000000000000' });
  });

  it('is refused with another body, JSON or not, before it does anything', async () => {
    const [imported, sent, calculated] = [newKey(), newKey(), newKey()];
    await ask(focus.import, file, imported);
    const before = await contracts();
    expect(shown(await ask(focus.import, `${file}\n`, imported))).toEqual(conflict);
    expect(await contracts()).toBe(before);

    await ask(usages.ingest, JSON.stringify(usageOf(metered)), sent);
    expect(shown(await ask(usages.ingest, JSON.stringify(usageOf(metered)), sent))).toEqual(conflict);
    await flushUsage(app.deps);
    expect(await stored(app, metered.contractId)).toMatchObject({ rows: 1 });

    const { contractId } = metered;
    await ask(statements.calculate, { contractId, month: '2026-09' }, calculated);
    expect(shown(await ask(statements.calculate, { contractId, month: '2026-10' }, calculated))).toEqual(conflict);
  });

  it('keeps no key of a refused request', async () => {
    const key = newKey();
    expect((await ask(focus.import, 'a,b\n1,2\n', key)).statusCode).toBe(400);
    expect((await ask(focus.import, file, key)).statusCode).toBe(200);
  });

  it('ignores the key of an unauthenticated client, and keeps nothing of its request', async () => {
    const someone = await person(app);
    const keys = () => app.deps.db.selectFrom('idempotency_key').select('key').execute();
    const before = await keys();
    const login = (password: string) =>
      app.publicListener.inject({
        method: 'POST',
        url: pathOf(accounts.login, 'customer'),
        headers: { 'idempotency-key': 'login' },
        payload: { identifier: someone.identifier, password },
      });
    expect((await login(rightPassword)).statusCode).toBe(200);
    expect((await login('wrong-Horse-7')).statusCode).toBe(401);
    expect(await keys()).toEqual(before);
  });

  it('stores a reply with characters that the database refuses', async () => {
    const [key, line] = [newKey(), JSON.stringify(usageOf(metered, { id: 'a\ud800\u0000', unit: '' }))];
    const first = await ask(usages.ingest, line, key);
    expect(first.json()).toMatchObject({ refused: 1 });
    expect((await ask(usages.ingest, line, key)).json()).toMatchObject({ refused: 1 });
  });
});

describe('while the first is running', () => {
  it('refuses the second for now, and later answers it', async () => {
    const key = newKey();
    const { release, begun } = holdUsageEngine();
    const first = ask(focus.import, file, key);
    await begun;
    const second = await ask(focus.import, file, key);
    expect([second.statusCode, second.headers['retry-after'], second.json().reason]).toEqual([503, '5', 'UNAVAILABLE']);
    expect(shown(await ask(focus.import, `${file}\n`, key))).toEqual(conflict);
    release();
    expect((await first).statusCode).toBe(200);
    expect(shown(await ask(focus.import, file, key))).toEqual([200, 'true', (await first).json()]);
  });

  it('takes over from a killed one, with the contract that it had created', async () => {
    const [key, before] = [newKey(), await contracts()];
    const { release, begun } = holdUsageEngine();
    const killed = ask(focus.import, file, key);
    await begun;
    // The process of the first request has not renewed its lease.
    await sql`update idempotency_key set lease_until = now() where key = ${key}`.execute(app.deps.db);
    const second = await ask(focus.import, file, key);
    const report = { rows: 12, rated: 7, excluded: 5, agreed: 6, disagreed: 1, totalRated: '4.500001915249' };
    expect(second.json()).toMatchObject(report);
    // If the first was only slow, it still gets its reply.
    release();
    expect((await killed).json()).toEqual(second.json());
    expect(await contracts()).toBe(before + 1);
    expect(shown(await ask(focus.import, file, key))).toEqual([200, 'true', second.json()]);
  });

  it('takes over from one that was killed while the clock ran ahead', async () => {
    const key = newKey();
    const { release, begun } = holdUsageEngine();
    const killed = ask(focus.import, file, key);
    await begun;
    await sql`update idempotency_key set lease_until = lease_until + interval '70 days' where key = ${key}`.execute(
      app.deps.db,
    );
    const second = await ask(focus.import, file, key);
    expect(second.statusCode).toBe(200);
    release();
    expect((await killed).json()).toEqual(second.json());
  });

  it('resumes where a failure interrupted it, only with the same file', async () => {
    const [key, before] = [newKey(), await contracts()];
    const { release, begun } = holdUsageEngine(new Error('the usage database went away'));
    const failed = ask(focus.import, file, key);
    await begun;
    release();
    expect((await failed).statusCode).toBe(500);
    expect(shown(await ask(focus.import, `${file}\n`, key))).toEqual(conflict);
    const again = await ask(focus.import, file, key);
    expect(again.json()).toMatchObject({ rated: 7, totalRated: '4.500001915249' });
    expect(await contracts()).toBe(before + 1);
  });
});

/** Makes the next rating wait until it is released, and then fail with `failure` if given. */
function holdUsageEngine(failure?: Error) {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const engine = app.deps.clickhouse as { command: typeof app.deps.clickhouse.command };
  const { command } = engine;
  engine.command = async (...given) => {
    if (!given[0].includes('INSERT INTO purchase')) return command(...given);
    engine.command = command;
    begun.resolve();
    await released.promise;
    if (failure) throw failure;
    return command(...given);
  };
  return { begun: begun.promise, release: () => released.resolve() };
}
