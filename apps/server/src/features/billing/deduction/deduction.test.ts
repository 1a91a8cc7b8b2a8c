import { deductions } from '@usance/api/billing/deduction';
import { statements } from '@usance/api/billing/statement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited, onVouchers, owedOn } from '../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { signedWithVoucher } from '../settlement/settlement.fixture.ts';
import { costing, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-07T00:05:00Z' });
});
afterAll(async () => {
  expect(await verifyLedger(app.deps.db)).toEqual([]);
  await app.close();
});

const calculate = (contractId: string) => internalCaller(app).call(deductions.calculate, { body: { contractId } });
const update = (id: string, statementId: string, confirmState: 'confirmed' | 'manualProcessing') =>
  internalCaller(app).call(statements.update, { params: { id }, body: [{ id: statementId, confirmState }] });

/** Two confirmed statements, 10 for August and 5 for September, both due, with an empty bank balance. */
async function due() {
  const { id } = await contract(app);
  const september = await signed(app, { contractId: id, month: '2026-09', lines: [costing('5')] });
  const august = await signed(app, { contractId: id, month: '2026-08', lines: [costing('10')] });
  await update(id, september.id, 'confirmed');
  await update(id, august.id, 'confirmed');
  return { id, august: august.id, september: september.id };
}

describe(deductions.calculate.id, () => {
  it('deducts the available cash, oldest statement first, and returns the state of each', async () => {
    const { id, august, september } = await due();
    await deposited(app, id, '12');
    expect(await calculate(id)).toEqual({
      contractId: id,
      deducted: '12.00000000',
      statements: [
        { statementID: august, amount: '10.00000000', deductState: 'fullySettled' },
        { statementID: september, amount: '2.00000000', deductState: 'partiallyDeducted' },
      ],
    });
    const reader = await member(app, id, 'billing_viewer');
    const statement = await reader.call(statements.get, { params: { id, statementID: september } });
    expect(statement).toMatchObject({ undeductedAmount: '3.00000000', deductState: 'partiallyDeducted' });
    expect(await owedOn(app.deps.db, id)).toBe('3.00000000');
  });

  it('deducts nothing twice', async () => {
    const { id } = await due();
    await deposited(app, id, '100');
    expect((await calculate(id)).deducted).toBe('15.00000000');
    expect(await calculate(id)).toMatchObject({ deducted: '0.00000000', statements: [] });
    expect((await balancesOf(app.deps.db, id)).cash).toBe('85.00000000');
  });

  it('skips statements in dispute or waiting for confirmation', async () => {
    const { id } = await contract(app);
    const { id: disputed } = await signed(app, { contractId: id, month: '2026-08', lines: [costing('10')] });
    await signed(app, { contractId: id, month: '2026-09', lines: [costing('5')] });
    await deposited(app, id, '100');
    await update(id, disputed, 'manualProcessing');
    expect((await calculate(id)).deducted).toBe('0.00000000');
    expect(await balancesOf(app.deps.db, id)).toMatchObject({ frozen: '10.00000000', bank: '100.00000000' });
  });

  it('does not find an unknown contract', async () => {
    const body = { contractId: 'ct-aaaaaaaaaaaaaaaa' };
    expect(await internalCaller(app).refusal(deductions.calculate, { body })).toMatchObject({ code: 404 });
  });
});

describe(deductions.list.id, () => {
  it('lists the deductions of each statement, from cash and from vouchers', async () => {
    const { id } = await contract(app);
    const params = { id };
    const voucher = { id: 'vch-aaaa', balance: '4', pays: '1.5' };
    const august = await signedWithVoucher(app, { contractId: id, month: '2026-08', amount: '10', voucher });
    const september = await signed(app, { contractId: id, month: '2026-09', lines: [costing('5')] });
    for (const statement of [august, september]) await update(id, statement.id, 'confirmed');
    await deposited(app, id, '12');
    await calculate(id);
    const reader = await member(app, id, 'billing_viewer');
    const all = await reader.call(deductions.list, { params, query: { orderBy: 'amount', ordering: 'asc' } });
    expect(all.items.map(({ deductType, amount }) => [deductType, amount])).toEqual([
      ['voucher', '1.50000000'],
      ['cash', '3.50000000'],
      ['cash', '8.50000000'],
    ]);
    const vouchers = await reader.call(deductions.list, { params, query: { deductType: 'voucher' } });
    expect(vouchers.items).toMatchObject([{ voucherID: 'vch-aaaa', voucherNewBalanceFormatted: '$2.50' }]);
    const statementStart = Date.parse('2026-09-01T00:00:00Z');
    const one = await internalCaller(app).call(deductions.list, { params, query: { statementStart } });
    expect(one).toMatchObject({ totalSize: 1, items: [{ amount: '3.50000000' }] });
  });

  it('leaves out deductions of a withdrawn statement', async () => {
    const { id } = await contract(app);
    const params = { id };
    const voucher = { id: 'vch-aaaa', balance: '4', pays: '1.5' };
    const statement = await signedWithVoucher(app, { contractId: id, month: '2026-08', amount: '10', voucher });
    const shown = async () => (await internalCaller(app).call(deductions.list, { params, query: {} })).items.length;
    expect(await shown()).toBe(1);
    await internalCaller(app).call(statements.delete, { params, query: { ids: statement.id } });
    expect([await shown(), await onVouchers(app.deps.db, id)]).toEqual([0, '4.00000000']);
  });

  it('needs a billing role', async () => {
    const { id } = await contract(app);
    const viewer = await member(app, id, 'viewer');
    expect(await viewer.refusal(deductions.list, { params: { id } })).toMatchObject({ code: 403 });
  });
});
