import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { formatDecimal, fromUnits, subtract, sum } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { reopenMonths } from '../../metering/closed-month/closed-month.ts';
import { deposited, onVouchers, owedOn } from '../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, runAt, signed } from '../statement/statement.fixture.ts';
import { postpone } from '../statement/waiting/postpone.ts';
import { findStatements } from '../statement-record/statement.queries.ts';
import { reverseSettlement } from './reverse-settlement.ts';
import { signedWithVoucher } from './settlement.fixture.ts';
import { verifyPayments } from './verify-payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  expect(await verifyPayments(app.deps.db)).toEqual([]);
  await app.close();
});

const rated = (contractId: string, day: string, amount: string) => dayRated(app, { contractId, day, amount });

const available = async (id: string) =>
  (await internalCaller(app).call(availableBalances.get, { params: { id } })).availableBalance;
const unbilled = async (id: string) =>
  (await internalCaller(app).call(availableBalances.get, { params: { id } })).details.unbilled;
const creditOf = async (id: string) => (await balancesOf(app.deps.db, id)).credit;
const month = (contractId: string, name: string, amount: string) =>
  signed(app, { contractId, month: name, lines: [costing(amount)] });
const rowsOf = (contractId: string) =>
  app.deps.db
    .selectFrom('settlement')
    .innerJoin('posting', (join) =>
      join
        .onRef('posting.contract_id', '=', 'settlement.contract_id')
        .onRef('posting.id', '=', 'settlement.posting_id'),
    )
    .select(['statement_id', 'settlement.kind', 'amount', sql<boolean>`reversed_by is not null`.as('reversed')])
    .where('settlement.contract_id', '=', contractId)
    .orderBy('posting.no')
    .execute();

describe('signing', () => {
  it('never changes the available balance, above 0 or below, with credit carried or without', async () => {
    const amount = fc.integer({ min: -9_000, max: 9_000 }).map((cents) => formatDecimal(fromUnits(BigInt(cents), 2)));
    await fc.assert(
      fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 5 }), amount, async (amounts, open) => {
        const { id } = await contract(app);
        await deposited(app, id, '60');
        const months = amounts.map((of, index) => ({ name: `2026-0${index + 4}`, of }));
        for (const { name, of } of months) await rated(id, `${name}-15`, of);
        await rated(id, '2026-10-02', open);
        const before = await available(id);
        for (const { name, of } of months) {
          await month(id, name, of);
          expect(await available(id)).toBe(before);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('changes the available balance only by rounding the month to the cent', async () => {
    const { id } = await contract(app);
    await rated(id, '2026-09-15', '-20.123456789012');
    const before = await available(id);
    await month(id, '2026-09', '-20.123456789012');
    expect(formatDecimal(subtract(await available(id), before))).toBe('-0.00345679');
  });

  it('lets unbilled go below 0 by the credit that will pay', async () => {
    const { id } = await contract(app);
    await month(id, '2026-09', '-50');
    expect(await unbilled(id)).toBe('-50.00000000');
    await rated(id, '2026-10-02', '30');
    expect(await unbilled(id)).toBe('-20.00000000');
    expect(await available(id)).toBe('20.00000000');
  });

  it('books a month below 0 as credit, which pays later months, with a row for each payment', async () => {
    const { id } = await contract(app);
    await month(id, '2026-07', '-30');
    expect(await creditOf(id)).toBe('30.00000000');
    const august = await month(id, '2026-08', '10');
    const september = await month(id, '2026-09', '50');
    expect(await creditOf(id)).toBe('0.00000000');
    expect(await owedOn(app.deps.db, id)).toBe('30.00000000');
    await deposited(app, id, '12');
    await runAt(app, '2026-10-07T00:05:00Z');
    expect(await rowsOf(id)).toEqual([
      { statement_id: august.id, kind: 'credit', amount: '10.00000000', reversed: false },
      { statement_id: september.id, kind: 'credit', amount: '20.00000000', reversed: false },
      { statement_id: september.id, kind: 'cash', amount: '12.00000000', reversed: false },
    ]);
  });
});

describe('credit', () => {
  it('pays what is unpaid, oldest first and before cash, and the rest pays later months', async () => {
    const { id } = await contract(app);
    await deposited(app, id, '3');
    const july = await month(id, '2026-07', '20');
    const june = await month(id, '2026-06', '10');
    expect(await available(id)).toBe('-27.00000000');
    await month(id, '2026-08', '-35');
    expect(await available(id)).toBe('8.00000000');
    expect(await rowsOf(id)).toEqual([
      { statement_id: june.id, kind: 'credit', amount: '10.00000000', reversed: false },
      { statement_id: july.id, kind: 'credit', amount: '20.00000000', reversed: false },
    ]);
    const september = await month(id, '2026-09', '9');
    expect(september).toMatchObject({ credit_applied: '5.00000000', payable: '4.00000000' });
    expect(await creditOf(id)).toBe('0.00000000');
    const { items } = await internalCaller(app).call(deductions.list, {
      params: { id },
      query: { deductType: 'credit', ordering: 'asc' },
    });
    expect(items.map(({ statementID, amount }) => [statementID, amount])).toEqual([
      [june.id, '10.00000000'],
      [july.id, '20.00000000'],
      [september.id, '5.00000000'],
    ]);
  });

  it('pays no disputed statement before the dispute ends', async () => {
    const { id } = await contract(app);
    const july = await month(id, '2026-07', '20');
    const decide = (confirmState: 'confirmed' | 'manualProcessing') =>
      internalCaller(app).call(statements.update, { params: { id }, body: [{ id: july.id, confirmState }] });
    await decide('manualProcessing');
    await month(id, '2026-08', '-15');
    expect(await creditOf(id)).toBe('15.00000000');
    const { items } = await decide('confirmed');
    expect(items).toMatchObject([{ creditDeducted: '15.00000000', undeductedAmount: '5.00000000' }]);
    expect(await creditOf(id)).toBe('0.00000000');
  });
});

describe('withdrawing a statement', () => {
  const remove = (id: string, ids: string) =>
    internalCaller(app).call(statements.delete, { params: { id }, query: { ids } });

  it('returns the credit that it used, and marks its payments as reversed', async () => {
    const { id } = await contract(app);
    await month(id, '2026-08', '-30');
    const september = await month(id, '2026-09', '50');
    await remove(id, september.id);
    expect(await creditOf(id)).toBe('30.00000000');
    expect(await rowsOf(id)).toMatchObject([{ kind: 'credit', reversed: true }]);
    const again = await month(id, '2026-09', '70');
    expect(again).toMatchObject({ credit_applied: '30.00000000', payable: '40.00000000' });
  });

  it('returns the credit that came after it was signed, which pays another statement', async () => {
    const { id } = await contract(app);
    const july = await month(id, '2026-07', '20');
    const august = await month(id, '2026-08', '50');
    await month(id, '2026-09', '-30');
    expect(await available(id)).toBe('-40.00000000');
    await remove(id, july.id);
    expect(await available(id)).toBe('-20.00000000');
    expect(await rowsOf(id)).toEqual([
      { statement_id: july.id, kind: 'credit', amount: '20.00000000', reversed: true },
      { statement_id: august.id, kind: 'credit', amount: '10.00000000', reversed: false },
      { statement_id: august.id, kind: 'credit', amount: '20.00000000', reversed: false },
    ]);
  });

  it('returns the amounts that vouchers paid', async () => {
    const { id } = await contract(app);
    const voucher = { id: 'vch-aaaa', balance: '4', pays: '1.5' };
    const august = await signedWithVoucher(app, { contractId: id, month: '2026-08', amount: '10', voucher });
    expect(await onVouchers(app.deps.db, id)).toBe('2.50000000');
    await remove(id, august.id);
    expect(await onVouchers(app.deps.db, id)).toBe('4.00000000');
    expect(await rowsOf(id)).toMatchObject([{ kind: 'voucher', amount: '1.50000000', reversed: true }]);
  });

  it('removes the credit that it left, and is refused if an older statement has used it', async () => {
    const { id } = await contract(app);
    const july = await month(id, '2026-07', '20');
    const august = await month(id, '2026-08', '-30');
    const refusal = await internalCaller(app).refusal(statements.delete, { params: { id }, query: { ids: august.id } });
    expect(refusal).toMatchObject({ code: 409, reason: 'STATEMENT_CREDIT_USED' });
    await remove(id, `${july.id},${august.id}`);
    expect([await creditOf(id), await available(id)]).toEqual(['0.00000000', '0.00000000']);
  });

  it('removes the credit that it left, and is refused if a later month has used it', async () => {
    const { id } = await contract(app);
    const july = await month(id, '2026-07', '-30');
    const august = await month(id, '2026-08', '-5');
    const september = await month(id, '2026-09', '32');
    const refusal = await internalCaller(app).refusal(statements.delete, {
      params: { id },
      query: { ids: `${july.id},${august.id}` },
    });
    expect(refusal).toMatchObject({ code: 409, reason: 'STATEMENT_CREDIT_USED' });
    await remove(id, `${july.id},${august.id},${september.id}`);
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ credit: '0.00000000' });
    expect(await owedOn(app.deps.db, id)).toBe('0.00000000');
  });
});

describe('reversing a statement', () => {
  // The rules of withdrawal are tested elsewhere; here any booking must be reversible.
  beforeAll(() => app.ownerScript('alter table statement disable trigger statement_immutable'));
  afterAll(() => app.ownerScript('alter table statement enable trigger statement_immutable'));

  it.each([
    ['that credit paid and a dispute gave back in full', '-10', '10', [], '10'],
    ['of which cash paid a part', '-3', '10', ['4'], '7'],
    ['of which cash paid two parts', '-3', '10', ['4', '1'], '8'],
    ['that nothing paid', '0', '10', [], undefined],
  ])('%s leaves the books as they were before', async (_, before, amount, parts, credited) => {
    const { id } = await contract(app);
    if (before !== '0') await month(id, '2026-07', before);
    const { credit } = await balancesOf(app.deps.db, id);
    const params = { id };
    const august = await month(id, '2026-08', amount);
    const update = (body: { confirmState: 'confirmed' | 'manualProcessing'; credit?: string }) =>
      internalCaller(app).call(statements.update, { params, body: [{ id: august.id, ...body }] });
    await update({ confirmState: 'confirmed' });
    for (const part of parts)
      await internalCaller(app).call(bank.record, { params, body: { type: 'deposit', amount: part, currency: 'USD' } });
    await update({ confirmState: 'manualProcessing' });
    await update({ confirmState: 'confirmed', ...(credited && { credit: credited }) });
    await app.deps.db.transaction().execute(async (tx) => {
      const locked = await lockContract(tx, id);
      const [statement] = await findStatements(tx, id, [august.id]);
      if (!statement) throw new Error('It was signed');
      await reverseSettlement({ tx, now: app.clock.now() }, locked, statement);
      await tx.deleteFrom('statement').where('id', '=', august.id).execute();
      await reopenMonths(tx, locked, [parseBillingMonth('2026-08')]);
      await postpone({ tx, now: app.clock.now() }, locked, [parseBillingMonth('2026-08')], 'withdrawn');
    });
    expect(await owedOn(app.deps.db, id)).toBe('0.00000000');
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ credit, cash: formatDecimal(sum(parts), 8) });
    expect((await rowsOf(id)).every(({ reversed }) => reversed)).toBe(true);
  });
});
