import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { requestOf } from '@usance/api/request';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../metering/usage/metering.fixture.ts';
import { runDueStatements } from '../run-due.ts';
import { type RateMonth, rateMonth } from './month/rated-month.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

/** A contract with one core-hour on the 10th of September, which costs 2. */
async function meteredOnce(): Promise<Metered> {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered, { quantity: '1', ...hourOn('2026-09-10') })]);
  return metered;
}
const straggler = (metered: Metered) => sendUsage(app, [usageOf(metered, { quantity: '1', ...hourOn('2026-09-20') })]);

function signAtOnce({ contractId }: Metered, times: number, key?: string) {
  const body = { contractId, month: '2026-09' };
  const request = requestOf(statements.sign, { body, ...(key && { idempotencyKey: key }) }, 'internal');
  const { method, url, headers, body: payload = '' } = request;
  const once = () => internalCaller(app).raw({ method, url, headers, payload });
  return Promise.all(Array.from({ length: times }, once));
}
async function statementsOf({ contractId: id }: Metered) {
  const { items } = await internalCaller(app).call(statements.list, { params: { id }, query: { pageSize: 100 } });
  return items.filter(({ month }) => month === '2026-09').map(({ amount }) => amount);
}
/** Signs the contract's due months, and runs `meanwhile` after each rating. */
async function runOf({ contractId }: Metered, meanwhile: (attempt: number) => Promise<unknown>) {
  let attempts = 0;
  const disturbed: RateMonth = async (deps, contract, month) => {
    const rated = await rateMonth(deps, contract, month);
    if (contract.id === contractId && month === '2026-09') {
      attempts += 1;
      await meanwhile(attempts);
    }
    return rated;
  };
  const { failed } = await runDueStatements(app.deps, app.clock.now(), disturbed);
  return failed.filter((step) => step.contractId === contractId);
}

describe('a concurrent signing', () => {
  it('happens once, and with one key all calls get its reply', async () => {
    const metered = await meteredOnce();
    const replies = await signAtOnce(metered, 6, `sign-${metered.contractId}`);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
    expect(await statementsOf(metered)).toEqual(['2.00000000']);
  });

  it('happens once, and without a key the others are refused', async () => {
    const metered = await meteredOnce();
    const replies = await signAtOnce(metered, 4);
    const outcomes = replies.map((reply) => (reply.statusCode === 200 ? 'signed' : reply.json().reason)).sort();
    expect(outcomes).toEqual([...Array(3).fill('STATEMENT_ALREADY_SIGNED'), 'signed']);
  });
});

describe('while a month is rated to be signed', () => {
  it('usage that comes in is on the statement', async () => {
    const metered = await meteredOnce();
    expect(await runOf(metered, async (attempt) => attempt === 1 && straggler(metered))).toEqual([]);
    expect(await statementsOf(metered)).toEqual(['4.00000000']);
  });

  it('a second rating of the same days only makes it read again', async () => {
    const metered = await meteredOnce();
    const { contractId } = metered;
    const again = () =>
      internalCaller(app).call(purchases.calculate, {
        body: { contractId, start: '2026-09-01T00:00:00Z', end: '2026-10-01T00:00:00Z' },
      });
    expect(await runOf(metered, async (attempt) => attempt === 1 && again())).toEqual([]);
    expect(await statementsOf(metered)).toEqual(['2.00000000']);
  });

  it('repeated calculations do not delay it', async () => {
    const metered = await meteredOnce();
    const body = { contractId: metered.contractId, month: '2026-09' };
    let attempts = 0;
    const ask = async (attempt: number) => {
      attempts = attempt;
      await internalCaller(app).call(statements.calculate, { body });
    };
    expect(await runOf(metered, ask)).toEqual([]);
    expect(attempts).toBe(1);
    expect(await statementsOf(metered)).toEqual(['2.00000000']);
  });

  it('endless usage makes it wait for the next round, which rates no unchanged day twice', async () => {
    const metered = await meteredOnce();
    expect(await runOf(metered, () => straggler(metered))).toMatchObject([{ step: 'sign', reason: 'UNAVAILABLE' }]);
    expect(await statementsOf(metered)).toEqual([]);
    const runs = await app.deps.clickhouse.query<{ day: string; runs: string }>(
      `SELECT toString(toDate(bill_at)) AS day, toString(uniqExact(run_no)) AS runs FROM purchase
       WHERE contract_id = {contractId:String} GROUP BY day ORDER BY day`,
      { contractId: metered.contractId },
    );
    expect(runs).toEqual([
      { day: '2026-09-10', runs: '1' },
      { day: '2026-09-20', runs: '7' },
    ]);
    expect(await runOf(metered, async () => undefined)).toEqual([]);
    expect(await statementsOf(metered)).toEqual(['18.00000000']);
  });
});
