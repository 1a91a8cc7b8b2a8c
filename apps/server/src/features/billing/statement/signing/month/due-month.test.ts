import { Readable } from 'node:stream';
import { statements } from '@usance/api/billing/statement';
import { waitingMonths } from '@usance/api/billing/waiting-month';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/postgres/database.ts';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { closedMonths } from '../../../../metering/closed-month/closed-month.ts';
import { ingestUsage } from '../../../../metering/usage/ingest-usage.ts';
import {
  hourOn,
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../../../metering/usage/metering.fixture.ts';
import { deposited } from '../../../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../../../money/ledger/ledger.queries.ts';
import { runDueStatements } from '../../run-due.ts';
import { runAt } from '../../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z', clickhouse: true });
  await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => {
  // The rounds used times beyond the clock.
  app.clock.moveTo('2027-10-15T12:01:00Z');
  return app.close();
});
// The round takes every active contract, so those of earlier tests must not be active.
beforeEach(async () => {
  await app.deps.db.updateTable('contract').set({ state: 'Invalid' }).execute();
});

const caller = () => internalCaller(app);
const sign = (contractId: string, month: string) => caller().call(statements.sign, { body: { contractId, month } });
const waiting = async (contractId: string) => {
  const { items } = await caller().call(waitingMonths.list, { query: { pageSize: 999_999 } });
  return items.filter((each) => each.contractId === contractId).map(({ month, reason }) => [month, reason]);
};
const months = async (contractId: string) => [...(await closedMonths(app.deps.db, contractId))];

/** A contract from a date on, with core-hours on these days that cost 2 each. */
const used = async (since: string, ...days: string[]): Promise<Metered> => {
  const metered = await meteredContract(app);
  await changed(metered.contractId, { commencing_on: new Date(since) });
  const lines = days.map((day) => JSON.stringify(usageOf(metered, hourOn(day))));
  // Only a bill that is imported may be of any age.
  const body = Readable.from([Buffer.from(lines.join('\n'))]);
  expect((await ingestUsage(app.deps, { body }, { sender: 'import' })).accepted).toBe(days.length);
  return metered;
};
const changed = (id: string, to: Updateable<Database['contract']>) =>
  app.deps.db.updateTable('contract').set(to).where('id', '=', id).execute();

describe('an old contract', () => {
  it.each(['2000-01-01', '1926-10-01'])(
    'of %s gets the statements of 24 months, and no idle ones from before',
    async (day) => {
      const { id } = await contract(app);
      // An earlier version allowed any beginning.
      await changed(id, { commencing_on: new Date(day) });
      const outcome = await runAt(app, '2026-10-15T12:00:00Z');
      expect(outcome).toMatchObject({ signed: 24, failed: [] });
      expect([(await months(id)).at(0), (await months(id)).at(-1)]).toEqual(['2024-10', '2026-09']);
      expect(await waiting(id)).toEqual([]);
    },
  );

  it('leaves an older month with usage to operators', async () => {
    const { contractId } = await used('2025-01-01T00:00:00Z', '2025-08-31', '2025-10-01');
    expect(await runDueStatements(app.deps, new Date('2027-10-15T12:00:00Z'))).toMatchObject({
      signed: 24,
      failed: [],
    });
    expect((await months(contractId)).at(0)).toBe('2025-10');
    expect(await waiting(contractId)).toEqual([['2025-08', 'tooOld']]);
    await runDueStatements(app.deps, new Date('2027-10-15T12:01:00Z'));
    expect(await waiting(contractId)).toHaveLength(1);
    expect(await sign(contractId, '2025-08')).toMatchObject({ amount: '2.00000000' });
    expect(await waiting(contractId)).toEqual([]);
  });

  it.each(['1999-12', '2101-01', '0000-01'])('has no month %s', async (month) => {
    const { id: contractId } = await contract(app);
    const refusal = await caller().refusal(statements.sign, { body: { contractId, month } });
    expect(refusal).toMatchObject({ code: 400, metadata: { field: 'month' } });
  });
});

describe('a contract that has ended', () => {
  it.each(['End', 'Renewed'] as const)(
    'has the months that it used signed, confirmed and deducted: %s',
    async (state) => {
      const { contractId } = await used('2026-05-01T00:00:00Z', '2026-06-10', '2026-08-03');
      await deposited(app, contractId, '100');
      await changed(contractId, { state, ended_at: new Date('2026-08-20T00:00:00Z') });
      expect(await runDueStatements(app.deps, new Date('2026-10-15T12:00:00Z'))).toMatchObject({
        signed: 2,
        failed: [],
      });
      expect(await months(contractId)).toEqual(['2026-06', '2026-08']);
      await runDueStatements(app.deps, new Date('2026-10-20T00:05:00Z'));
      expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ cash: '96.00000000' });
    },
  );

  it('has no idle months signed after its end, even while it is still active', async () => {
    const { id } = await contract(app, { signDate: '2026-06-01T00:00:00Z', currency: 'CNY' });
    // July had begun in UTC only.
    await changed(id, { ended_at: new Date('2026-06-30T16:00:00Z') });
    expect(await runAt(app, '2026-10-15T12:00:00Z')).toMatchObject({ signed: 1, failed: [] });
    expect(await months(id)).toEqual(['2026-06']);
  });

  it('accepts usage from before its end, but not from after it', async () => {
    const metered = await used('2026-05-01T00:00:00Z');
    await changed(metered.contractId, { state: 'End', ended_at: new Date('2026-08-20T11:00:00Z') });
    const last = usageOf(metered, { start: '2026-08-20T10:00:00Z', end: '2026-08-20T11:00:00Z' });
    const late = usageOf(metered, { start: '2026-08-20T11:00:00Z', end: '2026-08-20T12:00:00Z' });
    expect(await sendUsage(app, [last, late])).toMatchObject({
      accepted: 1,
      refusals: [{ line: 2, reason: 'INVALID_PARAMETER', message: expect.stringContaining('end of the contract') }],
    });
  });

  it.each(['Invalid', 'Dropped', 'Draft', 'Signing'] as const)('is never signed if it is %s', async (state) => {
    const { contractId } = await used('2026-05-01T00:00:00Z', '2026-06-10');
    await changed(contractId, { state });
    expect(await runAt(app, '2026-10-15T12:00:00Z')).toMatchObject({ signed: 0, failed: [] });
  });
});
