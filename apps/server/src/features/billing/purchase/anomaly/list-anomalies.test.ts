import { purchases } from '@usance/api/billing/purchase';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { linkedContract } from '../../../marketplace/hour/hours.fixture.ts';
import { marketplacesAt } from '../../../marketplace/marketplace.fixture.ts';
import { type StandIn, startStandIn } from '../../../marketplace/stand-in/stand-in.ts';
import { type RatedRow, rowsRated } from '../rated-rows.fixture.ts';

let app: TestApp;
let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn({ dimensions: ['usage_cent'], now: () => app.clock.now() });
  app = await startTestApp({
    now: '2026-10-02T10:20:00Z',
    clickhouse: true,
    marketplaces: marketplacesAt(standIn),
    damaged: 'rated rows of no usage are put in',
  });
});
afterAll(async () => {
  await app.close();
  await standIn.close();
});

/** A row of 10.00 a day from August 1 to October 8, with other amounts on some days. */
const daily = (amounts: Record<string, string>, more: Partial<RatedRow> = {}): RatedRow[] =>
  Array.from({ length: 69 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10);
    return { bill_at: `${day}T05:00:00Z`, amount: amounts[day] ?? '10', ...more };
  });
const range = (from: string, until: string) => ({ start: Date.parse(from), end: Date.parse(until) });
const shown = ['2026-08-01T00:00:00Z', '2026-10-09T00:00:00Z'] as const;

describe(purchases.anomalies.id, () => {
  it('names the unusual days of a range with what was expected, and who metered them', async () => {
    const { contractId: id } = await linkedContract(app, standIn);
    app.clock.moveTo('2026-10-09T06:00:00Z');
    await rowsRated(app, id, 'UTC', daily({ '2026-08-20': '90', '2026-09-15': '25', '2026-10-07': '3' }));
    const caller = internalCaller(app);
    const { items } = await caller.call(purchases.anomalies, { params: { id }, query: range(...shown) });
    // August 20 is in the first six weeks.
    expect(items).toEqual([
      {
        day: '2026-09-15',
        amount: '25.00000000',
        amountFormatted: '$25.00',
        expected: expect.stringMatching(/^10\.0000000/),
        expectedFormatted: '$10.00',
        meteredBy: 'platform',
      },
      expect.objectContaining({ day: '2026-10-07', amountFormatted: '$3.00', meteredBy: 'marketplace' }),
    ]);
    const ofOctober = await caller.call(purchases.anomalies, { params: { id }, query: {} });
    expect(ofOctober.items.map(({ day }) => day)).toEqual(['2026-10-07']);
  });

  it('judges the usage that the conditions choose', async () => {
    const { id } = await contract(app);
    app.clock.moveTo('2026-10-09T06:00:00Z');
    const storage = daily({ '2026-10-05': '2' }, { sku_no: 2, product: 'Storage' });
    await rowsRated(app, id, 'UTC', [...daily({ '2026-10-05': '18' }), ...storage]);
    const ask = async (product?: string[]) => {
      const query = product ? { ...range(...shown), product } : range(...shown);
      const { items } = await internalCaller(app).call(purchases.anomalies, { params: { id }, query });
      return items.map(({ day, amountFormatted }) => [day, amountFormatted]);
    };
    expect(await ask()).toEqual([]);
    expect(await ask(['Storage'])).toEqual([['2026-10-05', '$2.00']]);
    expect(await ask(['Compute'])).toEqual([['2026-10-05', '$18.00']]);
  });

  it('does not judge a day that usage may still come for, and tells imported days', async () => {
    const { id } = await contract(app);
    app.clock.moveTo('2026-10-09T06:00:00Z');
    // The last row ends at 06:00.
    await rowsRated(app, id, 'UTC', daily({ '2026-10-08': '1', '2026-10-04': '40' }));
    await app.deps.db.updateTable('contract').set({ is_study: true }).where('id', '=', id).execute();
    const { items } = await internalCaller(app).call(purchases.anomalies, { params: { id }, query: range(...shown) });
    expect(items).toMatchObject([{ day: '2026-10-04', meteredBy: 'import' }]);
  });

  it('is for those who read the bills of the contract', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(purchases.anomalies, { params: { id }, query: {} })).toMatchObject({ code: 403 });
    const many = range('2010-01-01T00:00:00Z', '2026-10-01T00:00:00Z');
    const caller = internalCaller(app);
    expect(await caller.refusal(purchases.anomalies, { params: { id }, query: many })).toMatchObject({ code: 400 });
  });
});
