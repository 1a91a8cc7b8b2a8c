import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import type { Call } from '@usance/api/call';
import { contracts } from '@usance/api/contract/contract';
import { usages } from '@usance/api/metering/usage';
import { type LooseInput, requestOf } from '@usance/api/request';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres, type Postgres } from '#platform/postgres/open-postgres.ts';
import { buildApp } from '../app.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  stored,
  usageOf,
} from '../features/metering/usage/metering.fixture.ts';
import { flushUsage } from '../features/metering/usage/moving/flush-usage.ts';
import { internalCaller } from './callers.ts';
import { type CuttingProxy, type Moment, startCuttingProxy } from './socket/cutting-proxy.ts';
import { startTestApp, type TestApp, testToken } from './test-app.ts';

let app: Awaited<ReturnType<typeof startTestApp>>;
let proxy: CuttingProxy;
let through: Postgres;
/** The same server on the same databases, over PostgreSQL connections that can be cut. */
let shaky: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  proxy = await startCuttingProxy(app.postgresUrl);
  through = await openPostgres(proxy.url);
  const deps = { ...app.deps, db: through.db };
  shaky = { ...app, deps, ...(await buildApp(deps, { internalToken: testToken, strict: true })) };
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(async () => {
  await shaky.publicListener.close();
  await shaky.internalListener.close();
  await through.close();
  await proxy.close();
  await app.close();
});

function ask(call: Call, input: LooseInput, key: string): Promise<LightMyRequestResponse> {
  const { body, ...request } = requestOf(call, { ...input, idempotencyKey: key }, 'internal');
  return internalCaller(shaky).raw({ ...request, ...(body !== undefined && { payload: body }) });
}

/** A request, and a check that it was carried out exactly once. */
interface Attempt {
  readonly request: [Call, LooseInput];
  readonly done: () => Promise<void>;
  /** The reply to a repetition, if it differs from the first one. */
  readonly again?: object;
}

const deposit = async (): Promise<Attempt> => {
  const { contractId: id } = await meteredContract(app);
  return {
    request: [bank.record, { params: { id }, body: { type: 'deposit', amount: '10', currency: 'USD' } }],
    done: async () => {
      const { balance } = await internalCaller(app).call(bank.balance, { params: { id }, query: {} });
      expect(balance).toBe('10.00000000');
    },
  };
};

const contract = async (): Promise<Attempt> => {
  const tags = `cut ${performance.now()}`;
  const buyer = { buyerType: 'E', buyerName: 'Acme Ltd', currency: 'USD', signDate: '2026-09-01T00:00:00Z' };
  return {
    request: [contracts.createInternal, { body: { tags, ...buyer } }],
    done: async () => {
      const made = await app.deps.db.selectFrom('contract').select('id').where('tags', '=', tags).execute();
      expect(made).toHaveLength(1);
    },
  };
};

const lineOf = (metered: Metered, given: object = {}) => JSON.stringify(usageOf(metered, { ...given }));

const usage = async (): Promise<Attempt> => {
  const metered = await meteredContract(app);
  return {
    request: [usages.ingest, { body: [lineOf(metered), lineOf(metered)].join('\n') }],
    again: { accepted: 0, duplicate: 2, refused: 0, refusals: [] },
    done: async () => {
      await flushUsage(app.deps);
      expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
    },
  };
};

const signing = async (): Promise<Attempt> => {
  const metered = await meteredContract(app);
  const hour = { start: '2026-09-10T10:00:00Z', end: '2026-09-10T11:00:00Z' };
  await internalCaller(app).call(usages.ingest, { body: lineOf(metered, hour) });
  const { contractId } = metered;
  return {
    request: [statements.sign, { body: { contractId, month: '2026-09' } }],
    done: async () => {
      const signed = await app.deps.db
        .selectFrom('statement')
        .select('amount')
        .where('contract_id', '=', contractId)
        .execute();
      expect(signed.map(({ amount }) => Number(amount))).toEqual([2]);
    },
  };
};

const reading = async (): Promise<Attempt> => {
  const { contractId: id } = await meteredContract(app);
  return { request: [availableBalances.get, { params: { id } }], done: async () => {} };
};

describe.each<Moment>(['before', 'after'])('a connection that is cut %s PostgreSQL has its message', (moment) => {
  it.each([
    ['a deposit', deposit, 1],
    ['a contract', contract, 1],
    ['usage', usage, 1],
    // Rates a month each time, which takes most of its messages to PostgreSQL.
    ['a signing', signing, 4],
    ['a read of one snapshot', reading, 1],
  ])(
    'leaves %s done once or not at all, answers 503 and keeps working',
    { timeout: 120_000 },
    async (kind, attempt, step) => {
      let [cuts, lostReplies] = [0, 0];
      for (let count = 1; ; count += step) {
        const { request, done, again } = await attempt();
        const key = `${kind.replaceAll(' ', '-')}-${moment}-${count}`;
        proxy.cutAt(count, moment);
        const first = await ask(...request, key);
        if (!proxy.hasCut()) break;
        cuts += 1;
        expect([200, 503], first.body).toContain(first.statusCode);
        if (first.statusCode === 503)
          expect([first.headers['retry-after'], first.json().reason]).toEqual(['5', 'UNAVAILABLE']);
        const second = await ask(...request, key);
        expect(second.statusCode, second.body).toBe(200);
        if (first.statusCode === 200 && kind !== 'a read of one snapshot')
          expect(second.json()).toEqual(again ?? first.json());
        await done();
        if (first.statusCode === 503 && second.headers['idempotent-replayed'] === 'true') lostReplies += 1;
      }
      // One message commits. If its answer is lost, the second request gets the first one's reply.
      const isReplayed = !['a read of one snapshot', 'usage'].includes(kind);
      if (step === 1) expect(lostReplies).toBe(isReplayed && moment === 'after' ? 1 : 0);
      // Each of them takes at least this many messages.
      expect(cuts).toBeGreaterThan(3);
    },
  );
});
