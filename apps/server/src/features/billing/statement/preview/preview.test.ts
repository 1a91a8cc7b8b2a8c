import { deductions } from '@usance/api/billing/deduction';
import { type StatementPreview, statements } from '@usance/api/billing/statement';
import { skus } from '@usance/api/metering/sku';
import { tiers } from '@usance/api/metering/tier';
import { compare } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
  usedIn,
} from '../../../metering/usage/metering.fixture.ts';
import { deposited } from '../../../money/ledger/ledger.fixture.ts';
import { issued } from '../../../money/voucher/voucher.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T09:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '2');
});
afterAll(() => app.close());

const own = () => internalCaller(app);
const dynamic = (id: string, month?: string) =>
  own().call(statements.dynamicPreview, { params: { id }, query: month === undefined ? {} : { month } });
const preview = (id: string, statementID: string, isTemp?: boolean) =>
  own().call(statements.preview, { params: { id, statementID }, query: { 'is-temp': isTemp } });
const sign = (contractId: string, month: string) => own().call(statements.sign, { body: { contractId, month } });

const used = (of: Metered, start: string, quantity: string) =>
  usageOf(of, { start, end: new Date(Date.parse(start) + 3_600_000).toISOString(), quantity });

/** The content of a statement without the fields that only signing sets. */
function contentOf({ id, signedAt, permissions, ...content }: StatementPreview) {
  return content;
}

/** The first 100 of a month at 1, the rest at 0.85. */
const agreeOnTiers = (id: string) =>
  own().call(tiers.create, {
    params: { id },
    body: {
      effectiveFrom: '2026-10-01T00:00:00Z',
      tiers: [
        { tierLevel: 1, minThreshold: '0', maxThreshold: '100', discountRate: '1' },
        { tierLevel: 2, minThreshold: '100', maxThreshold: '-1', discountRate: '0.85' },
      ],
      reason: 'agreed by mail',
    },
  });

/** Pays September in cash; a dispute upheld afterwards leaves credit. */
async function payAndUphold(contractId: string, id: string, credit: string) {
  const params = { id: contractId };
  const decide = (decision: { confirmState: 'confirmed' | 'manualProcessing'; credit?: string }) =>
    own().call(statements.update, { params, body: [{ id, ...decision }] });
  await decide({ confirmState: 'confirmed' });
  await deposited(app, contractId, '100');
  await own().call(deductions.calculate, { body: { contractId } });
  await decide({ confirmState: 'manualProcessing' });
  await decide({ confirmState: 'confirmed', credit });
}

const booked = async (id: string) =>
  (await app.deps.db.selectFrom('posting').selectAll().where('contract_id', '=', id).execute()).length +
  (await app.deps.db.selectFrom('statement').selectAll().where('contract_id', '=', id).execute()).length;

// The tests run in order, since time only moves forward.
let acme: Metered;
let october: string;

describe('the preview of an open month', () => {
  it('equals the statement signed a minute later, with tiers, vouchers, late usage and credit', async () => {
    acme = await meteredContract(app);
    const { contractId } = acme;
    await agreeOnTiers(contractId);
    await sendUsage(app, [used(acme, '2026-09-20T10:00:00Z', '10')]);
    const september = await sign(contractId, '2026-09');
    app.clock.moveTo('2026-10-05T10:30:00Z');
    await issued(app, contractId, { denomination: '30', validDays: 5 });
    await issued(app, contractId, { denomination: '55.5', validDays: 60 });
    app.clock.moveTo('2026-10-30T10:30:00Z');
    await payAndUphold(contractId, september.id, '7.5');
    await sendUsage(app, [
      used(acme, '2026-09-25T10:00:00Z', '3.3333'),
      used(acme, '2026-10-03T10:00:00Z', '20'),
      used(acme, '2026-10-06T10:00:00Z', '33.0001'),
      used(acme, '2026-10-28T10:00:00Z', '15.777777'),
    ]);
    app.clock.moveTo('2026-11-02T08:59:00Z');
    const before = await booked(contractId);
    const planned = await dynamic(contractId, '2026-10');
    expect(planned).toMatchObject({ id: null, signedAt: null, creditApplied: '7.50000000' });
    expect(planned.statementData.skuAndAmounts.length).toBeGreaterThan(2);
    // Both vouchers pay, 30 and a part of 55.5; cash pays the hours that neither covers.
    expect(compare(planned.voucherDeducted, '30')).toBe(1);
    expect(compare(planned.payableAmount, '0')).toBe(1);
    expect(await booked(contractId)).toBe(before);
    app.clock.moveTo('2026-11-02T09:00:00Z');
    const statement = await sign(contractId, '2026-10');
    expect(contentOf(planned)).toEqual(contentOf(statement));
    october = statement.id;
    expect(await preview(contractId, october)).toEqual(statement);
  });

  it('is by default of the current month, and refused for a signed or future one', async () => {
    const { contractId: id } = acme;
    await sendUsage(app, [used(acme, '2026-11-01T10:00:00Z', '4')]);
    expect(await dynamic(id)).toMatchObject({ month: '2026-11', amount: '8.00000000', dueDate: '2026-12-07' });
    const refusal = (month: string) => own().refusal(statements.dynamicPreview, { params: { id }, query: { month } });
    expect(await refusal('2026-10')).toMatchObject({ code: 409, reason: 'STATEMENT_ALREADY_SIGNED' });
    expect(await refusal('2026-12')).toMatchObject({ code: 409, reason: 'MONTH_NOT_BEGUN' });
    expect(await refusal('2026-08')).toMatchObject({ code: 409, reason: 'MONTH_BEFORE_CONTRACT' });
  });

  it('leaves to earlier open months their part of vouchers', async () => {
    const both = await meteredContract(app, 'USD', '2026-11-01T00:00:00Z');
    const { contractId: id } = both;
    await issued(app, id, { denomination: '100', validDays: 90 });
    app.clock.moveTo('2026-12-01T12:00:00Z');
    await sendUsage(app, [used(both, '2026-11-10T10:00:00Z', '30'), used(both, '2026-12-01T10:00:00Z', '35')]);
    const december = await dynamic(id);
    // 60 of the 100 belong to November.
    expect(december).toMatchObject({ amount: '70.00000000', voucherDeducted: '40.00000000' });
    expect(await dynamic(id, '2026-11')).toMatchObject({ voucherDeducted: '60.00000000', payableAmount: '0.00000000' });
    app.clock.moveTo('2027-01-02T09:00:00Z');
    await sign(id, '2026-11');
    expect(contentOf(await sign(id, '2026-12'))).toEqual(contentOf(december));
  });
});

it('an open month’s credit pays older statements before later months, in previews too', async () => {
  const metered = await meteredContract(app, 'USD', '2027-01-01T00:00:00Z');
  const { contractId: id } = metered;
  app.clock.moveTo('2027-02-02T09:00:00Z');
  await sendUsage(app, [used(metered, '2027-01-10T10:00:00Z', '10')]);
  const january = await sign(id, '2027-01');
  app.clock.moveTo('2027-03-02T08:00:00Z');
  await sendUsage(app, [usedIn(metered, '2027-02-10T10', '-15'), usedIn(metered, '2027-03-01T10', '8')]);
  const march = await dynamic(id, '2027-03');
  // 30 of credit, of which 20 pay January.
  expect(march).toMatchObject({ amount: '16.00000000', creditApplied: '10.00000000', payableAmount: '6.00000000' });
  app.clock.moveTo('2027-03-02T09:00:00Z');
  await sign(id, '2027-02');
  expect(await preview(id, january.id)).toMatchObject({ creditDeducted: '20.00000000', deductState: 'fullySettled' });
  const again = await preview(id, january.id, true);
  expect(again).toMatchObject({
    creditApplied: '20.00000000',
    creditDeducted: '0.00000000',
    payableAmount: '0.00000000',
  });
  await own().call(statements.delete, { params: { id }, query: { ids: [january.id] } });
  expect(contentOf(await sign(id, '2027-01'))).toEqual(contentOf(again));
  app.clock.moveTo('2027-04-02T09:00:00Z');
  expect(contentOf(await sign(id, '2027-03'))).toEqual(contentOf(march));
});

describe('the preview of a signed statement', () => {
  it('is the statement itself, or with is-temp the result of signing it again, with current names', async () => {
    const { contractId: id } = acme;
    await own().call(skus.update, { body: { id: skuId, product: 'Renamed', type: 'warehouse', subType: '' } });
    const before = await booked(id);
    const [as, again] = [await preview(id, october, false), await preview(id, october, true)];
    expect(as).toMatchObject({ id: october, signedAt: '2026-11-02T09:00:00.000Z' });
    expect(again).toMatchObject({ id: null, amount: as.amount, voucherDeducted: as.voucherDeducted });
    expect(new Set(again.statementData.productAndAmounts.map(({ product }) => product))).toEqual(new Set(['Renamed']));
    expect(await booked(id)).toBe(before);
    await own().call(statements.delete, { params: { id }, query: { ids: [october] } });
    expect(contentOf(again)).toEqual(contentOf(await sign(id, '2026-10')));
  });

  it('needs a statement of the contract, and an internal reader', async () => {
    const { id } = await contract(app);
    const params = { id, statementID: october };
    for (const isTemp of [true, false])
      expect(await own().refusal(statements.preview, { params, query: { 'is-temp': isTemp } })).toMatchObject({
        code: 404,
        reason: 'STATEMENT_NOT_FOUND',
      });
  });
});
