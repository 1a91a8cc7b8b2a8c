import { focusExports } from '@usance/api/billing/focus-export';
import { datacloudTags } from '@usance/api/contract/datacloud-tag';
import { prices } from '@usance/api/metering/price';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { storyOf } from '#testing/scenarios/story.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { coreHour } from '../../metering/sku/sku.fixture.ts';
import { sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { issued } from '../../money/voucher/voucher.fixture.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { conformanceOf } from './conformance.fixture.ts';
import { billedBy, cells, exportedOf } from './exported.fixture.ts';
import { modelProblems } from './model.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-12-01T00:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

const of = (story: { params: { id: string } }, fromMonth: string, toMonth = fromMonth) =>
  exportedOf(internalCaller(app), story.params.id, { fromMonth, toMonth });

describe('a month in FOCUS', () => {
  it('has a row for each slice of a tier, with prices whose product is the cost', async () => {
    const story = await storyOf(app, { at: '2027-01-01T00:00:00Z' });
    const ladder = [
      { tierLevel: 1, minThreshold: '0', maxThreshold: '10', discountRate: '1' },
      { tierLevel: 2, minThreshold: '10', maxThreshold: '-1', discountRate: '0.7' },
    ];
    await story.caller.call(tiers.create, {
      params: story.params,
      body: { effectiveFrom: '2027-01-01T00:00:00Z', tiers: ladder, reason: 'A test' },
    });
    await story.until('2027-01-10T11:00:00Z');
    await story.use('2027-01-10T10', '8.5');
    await story.until('2027-01-10T12:00:00Z');
    const { costs, periods } = await of(story, '2027-01');
    expect(
      cells(
        costs.rows,
        'PricingQuantity',
        'ListUnitPrice',
        'ContractedUnitPrice',
        'ListCost',
        'ContractedCost',
        'BilledCost',
      ),
    ).toEqual([
      ['5', '2', '2', '10', '10', '10'],
      ['3.5', '2', '1.4', '7', '4.9', '4.9'],
    ]);
    expect(cells(costs.rows, 'InvoiceId', 'InvoiceDetailId', 'ChargeClass')).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
    expect(cells(periods.rows, 'BillingPeriodStart', 'BillingPeriodEnd', 'BillingPeriodStatus')).toEqual([
      ['2027-01-01T00:00:00Z', '2027-02-01T00:00:00Z', 'Open'],
    ]);
  });

  it('has late usage as a correction in the month that bills it, with its own period and the tags of its hour', async () => {
    const story = await storyOf(app, { at: '2027-02-01T00:00:00Z' });
    const tagged = (value: string) =>
      story.caller.call(datacloudTags.replace, {
        params: { ...story.params, datacloudID: story.datacloudId },
        body: { tags: [{ key: 'team', value }] },
      });
    await story.until('2027-02-11T10:30:00Z');
    await tagged('search');
    await story.until('2027-03-03T10:30:00Z');
    await tagged('ads "EMEA"');
    await story.until('2027-03-03T11:00:00Z');
    await story.use('2027-02-11T10', '2');
    await story.use('2027-03-03T10', '-1');
    await story.until('2027-03-03T12:00:00Z');
    const { costs } = await of(story, '2027-02', '2027-03');
    expect(cells(costs.rows, 'ChargePeriodStart', 'BillingPeriodStart', 'ChargeClass', 'BilledCost', 'Tags')).toEqual([
      ['2027-03-03T10:00:00Z', '2027-03-01T00:00:00Z', null, '-2', '{"team":"ads \\"EMEA\\""}'],
      ['2027-02-11T10:00:00Z', '2027-03-01T00:00:00Z', 'Correction', '4', '{"team":"search"}'],
    ]);
  });

  it('has vouchers as credit and rounding as adjustment, so that an invoice sums to its payable amount', async () => {
    const story = await storyOf(app, { at: '2027-04-01T00:00:00Z' });
    const voucher = await issued(app, story.id, { denomination: '1.25' });
    await story.until('2027-04-10T11:00:00Z');
    await story.use('2027-04-10T10', '1.234567');
    await story.until('2027-05-02T09:00:00Z');
    const { id, payableAmount } = await story.statement('2027-04');
    expect(payableAmount).toBe('1.22000000');
    const { costs, details, periods } = await of(story, '2027-04');
    const named = ['ChargeCategory', 'ChargeDescription', 'BilledCost', 'EffectiveCost', 'ListCost', 'InvoiceId'];
    expect(cells(costs.rows, ...named)).toEqual([
      ['Usage', 'Compute / Warehouse', '2.469134', '2.469134', '2.469134', id],
      ['Credit', `Voucher ${voucher.id}`, '-1.25000000', '-1.25000000', '-1.25000000', id],
      ['Adjustment', 'Rounding', '0.000866000000', '0.000866000000', '0.000866000000', id],
    ]);
    expect(billedBy(costs.rows, 'InvoiceId')).toEqual({ [id]: '1.220000000000' });
    expect(billedBy(details.rows, 'InvoiceDetailId')).toEqual(billedBy(costs.rows, 'InvoiceDetailId'));
    expect(cells(details.rows, 'InvoiceIssueStatus', 'PaymentDueDate')[0]).toEqual(['Issued', '2027-05-07T00:00:00Z']);
    expect(cells(periods.rows, 'BillingPeriodStatus', 'BillingPeriodLastUpdated')).toEqual([
      ['Closed', '2027-05-02T09:00:00Z'],
    ]);
  });

  it('carries a negative invoice as an adjustment, and takes it from a later one as credit', async () => {
    const story = await storyOf(app, { at: '2027-06-01T00:00:00Z' });
    await story.until('2027-06-10T11:00:00Z');
    await story.use('2027-06-10T10', '-3');
    await story.until('2027-07-10T11:00:00Z');
    await story.use('2027-07-10T10', '4');
    await story.until('2027-08-02T09:00:00Z');
    const { costs } = await of(story, '2027-06', '2027-07');
    expect(cells(costs.rows, 'BillingPeriodStart', 'ChargeCategory', 'ChargeDescription', 'BilledCost')).toEqual([
      ['2027-06-01T00:00:00Z', 'Usage', 'Compute / Warehouse', '-6'],
      ['2027-06-01T00:00:00Z', 'Adjustment', 'Credit for later statements', '6.00000000'],
      ['2027-07-01T00:00:00Z', 'Usage', 'Compute / Warehouse', '8'],
      ['2027-07-01T00:00:00Z', 'Credit', 'Credit of earlier statements', '-6.00000000'],
    ]);
  });

  it('prices GB-hours at the price of a GB-hour, and tells the list price beside an own one', async () => {
    const story = await storyOf(app, { at: '2027-09-01T00:00:00Z' });
    const item = {
      ...coreHour('focus.hot'),
      product: 'Storage',
      resourceKind: 'database',
      costKind: 'storage',
    } as const;
    const { items } = await story.caller.call(skus.create, { body: { items: [{ ...item, unit: 'GB-hour' }] } });
    const skuId = items[0]?.id ?? '';
    const listed = {
      skuId,
      currency: 'USD',
      unitPrice: '0.000138888889',
      listPrice: '0.1',
      priceUnit: 'GB-month',
    } as const;
    const effectiveFrom = '2027-09-01T00:00:00Z';
    await story.caller.call(prices.create, { body: { items: [{ ...listed, effectiveFrom }] } });
    await story.until('2027-09-10T11:00:00Z');
    const used = { billingItem: 'focus.hot', unit: 'GB-hour', resourceKind: 'database', quantity: '720' };
    const times = (day: string) => ({ start: `2027-09-${day}T09:00:00Z`, end: `2027-09-${day}T10:00:00Z` });
    const metered = { contractId: story.id, datacloudId: story.datacloudId };
    await sendUsage(app, [usageOf(metered, { ...used, ...times('09') })]);
    const own = { ...listed, contractId: story.id, unitPrice: '0.0001', listPrice: '0.072' };
    await story.caller.call(prices.create, { body: { items: [{ ...own, effectiveFrom: '2027-09-11T00:00:00Z' }] } });
    await story.until('2027-09-12T11:00:00Z');
    await sendUsage(app, [usageOf(metered, { ...used, ...times('12') })]);
    await story.until('2027-09-12T12:00:00Z');
    const { costs } = await of(story, '2027-09');
    expect(cells(costs.rows, 'PricingUnit', 'ListUnitPrice', 'ContractedUnitPrice', 'ListCost', 'BilledCost')).toEqual([
      ['GB-Hours', '0.000138888889', '0.000138888889', '0.10000000008', '0.10000000008'],
      ['GB-Hours', '0.000138888889', '0.0001', '0.10000000008', '0.072'],
    ]);
    expect(cells(costs.rows, 'ServiceCategory', 'ServiceSubcategory')[0]).toEqual(['Storage', 'Storage Platforms']);
  });

  it('is only a header without usage, in both versions, and conforms to the public rules', async () => {
    const { id } = await contract(app);
    const { costs, costsOf12, details, periods } = await exportedOf(internalCaller(app), id, {
      fromMonth: '2027-01',
      toMonth: '2027-12',
    });
    expect([costs, costsOf12, details, periods].map(({ columns, rows }) => [columns.length, rows.length])).toEqual([
      [65, 0],
      [57, 0],
      [22, 0],
      [6, 0],
    ]);
    expect(modelProblems('Cost and Usage', costs)).toEqual([]);
    expect(conformanceOf(costsOf12).broken).toEqual(new Map());
  });

  it('names its file by contract, version, dataset and months', async () => {
    const { id } = await contract(app, { tags: '顶峰' });
    const reply = await internalCaller(app).raw({
      url: `/internal/api/v1/contracts/${id}/focus/cost-and-usage?fromMonth=2027-01&toMonth=2027-02&version=1.2`,
    });
    expect(reply.headers['content-disposition']).toContain(
      `${encodeURIComponent('顶峰')}_focus-1.2_cost-and-usage_2027-01_2027-02.csv`,
    );
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('is for those who read bills, and its months must be in order', async () => {
    const { id } = await contract(app);
    const query = { fromMonth: '2027-02', toMonth: '2027-01' };
    for (const call of Object.values(focusExports)) {
      const reader = await member(app, id, 'billing_viewer');
      expect(await reader.refusal(call, { params: { id }, query })).toMatchObject({
        reason: 'INVALID_PARAMETER',
        metadata: { field: 'toMonth' },
      });
      const creator = await member(app, id, 'dc_creator');
      expect(await creator.refusal(call, { params: { id }, query })).toMatchObject({ reason: 'NO_PERMISSION' });
    }
  });

  it('names a month that was signed elsewhere, and fails for one whose rows are lost', async () => {
    const story = await storyOf(app, { at: '2028-07-01T00:00:00Z' });
    await signed(app, {
      contractId: story.id,
      month: '2028-07',
      lines: [costing('12.34')],
      at: '2028-08-02T09:00:00Z',
    });
    app.clock.moveTo('2028-08-02T09:00:00Z');
    const months = { fromMonth: '2028-07', toMonth: '2028-07' };
    const refused = await story.caller.refusal(focusExports.invoiceDetails, { params: story.params, query: months });
    expect(refused.code).toBe(500);
    await app.deps.db.insertInto('carried_month').values({ contract_id: story.id, month: '2028-07' }).execute();
    const { costs, details } = await of(story, '2028-07');
    for (const { rows } of [costs, details]) expect(cells(rows, 'BilledCost')).toEqual([['12.340000000000']]);
    expect(cells(details.rows, 'InvoiceDetailDescription')).toEqual([['Signed elsewhere']]);
  });
});
