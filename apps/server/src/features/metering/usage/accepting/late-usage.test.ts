import { Readable } from 'node:stream';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { prices } from '@usance/api/metering/price';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { ingestUsage } from '../ingest-usage.ts';
import { meteredContract, priceFrom, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';

let app: TestApp;
let skuSoldThen: string;
let skuSoldLater: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:34:00Z', clickhouse: true });
  skuSoldThen = await sellCoreHours(app, 'compute.r', '0.5');
  skuSoldLater = await sellCoreHours(app, 'compute.later', '0.5');
  await app.ownerScript(`
    alter table price disable trigger user;
    update price set effective_from = '2026-10-01' where sku_id = '${skuSoldLater}';
    alter table price enable trigger user`);
  await priceFrom(app, skuSoldThen, '0.75', '2026-10-01T00:00:00Z');
});
afterAll(() => app.close());

const september = (hour: string) => ({ start: `2026-09-20T${hour}:00:00Z`, end: `2026-09-20T${hour}:30:00Z` });
const october = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };

describe('usage that arrives after its month was signed', () => {
  it('is an adjustment of the open month, under its own period and price, and the statement stays', async () => {
    const metered = await meteredContract(app);
    const caller = internalCaller(app);
    await sendUsage(app, [usageOf(metered, september('10'))]);
    const signed = await caller.call(statements.sign, { body: { contractId: metered.contractId, month: '2026-09' } });
    expect(signed.amount).toBe('0.50000000');

    await sendUsage(app, [usageOf(metered, { ...september('11'), quantity: '4' }), usageOf(metered)]);
    const rated = await caller.call(purchases.calculate, { body: { contractId: metered.contractId, ...october } });
    expect(rated).toMatchObject({ rows: 2, amount: '2.750000000000' });
    const query = { start: Date.parse(october.start), end: Date.parse(october.end), ordering: 'asc' } as const;
    const { items } = await caller.call(purchases.list, { params: { id: metered.contractId }, query });
    expect(items).toMatchObject([
      { ...september('11'), adjustment: true, listPrice: '0.50000000', consumption: '4', amount: '2.00000000' },
      { start: '2026-10-10T10:00:00Z', adjustment: false, listPrice: '0.75000000', amount: '0.75000000' },
    ]);
    const params = { id: metered.contractId, statementID: signed.id };
    expect(await caller.call(statements.get, { params })).toEqual(signed);
  });

  it('is billed in the first open month if a clock that is behind puts its arrival into a signed one', async () => {
    const metered = await meteredContract(app);
    const { contractId } = metered;
    app.clock.moveTo(new Date('2026-11-02T10:00:00Z'));
    for (const month of ['2026-09', '2026-10'])
      await internalCaller(app).call(statements.sign, { body: { contractId, month } });
    const behind = { ...app.deps, clock: new ManualClock('2026-10-25T10:00:00Z') };
    const line = Buffer.from(JSON.stringify(usageOf(metered, september('10'))));
    await ingestUsage(behind, { body: Readable.from([line]) });
    const november = { start: '2026-11-01T00:00:00Z', end: '2026-12-01T00:00:00Z' };
    const rated = await internalCaller(app).call(purchases.calculate, { body: { contractId, ...november } });
    expect(rated).toMatchObject({ rows: 1, amount: '0.500000000000' });
  });

  it('is the same usage when it is sent again, before and after the signing', async () => {
    const metered = await meteredContract(app);
    const record = usageOf(metered, september('10'));
    await sendUsage(app, [record]);
    const body = { contractId: metered.contractId, month: '2026-09' };
    await internalCaller(app).call(statements.sign, { body });
    expect(await sendUsage(app, [record])).toMatchObject({ accepted: 0, duplicate: 1 });
  });

  it('without a price is billed at a price that the contract gets for it later', async () => {
    const metered = await meteredContract(app);
    const { contractId } = metered;
    const caller = internalCaller(app);
    app.clock.moveTo(new Date('2026-11-02T10:00:00Z'));
    await caller.call(statements.sign, { body: { contractId, month: '2026-09' } });
    // Late usage, with a clock that puts it into the previous month.
    const atOctobersEnd = { ...app.deps, clock: new ManualClock('2026-10-25T10:00:00Z') };
    const late = usageOf(metered, { ...september('10'), billingItem: 'compute.later', quantity: '4' });
    await ingestUsage(atOctobersEnd, { body: Readable.from([Buffer.from(JSON.stringify(late))]) });
    const sign = { body: { contractId, month: '2026-10' } };
    expect(await caller.refusal(statements.sign, sign)).toMatchObject({ reason: 'USAGE_UNPRICED' });

    const priced = { skuId: skuSoldLater, currency: 'USD', unitPrice: '0.25', priceUnit: 'core-hour' } as const;
    const hour = { effectiveFrom: '2026-09-20T10:00:00Z', effectiveTo: '2026-09-20T11:00:00Z' };
    const priceOf = (given: object) => ({ body: { items: [{ ...priced, contractId, ...hour, ...given }] } });
    for (const refused of [{ contractId: undefined }, { skuId: skuSoldThen }])
      expect(await caller.refusal(prices.create, priceOf(refused))).toMatchObject({ reason: 'MONTH_SIGNED' });
    await caller.call(prices.create, priceOf({}));
    expect(await caller.refusal(prices.create, priceOf({ unitPrice: '0.5' }))).toMatchObject({
      reason: 'MONTH_SIGNED',
    });
    expect(await caller.call(statements.sign, sign)).toMatchObject({ amount: '1.00000000' });
  });
});
