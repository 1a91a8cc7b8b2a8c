import { availableBalances } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { compare } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
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

const available = async (id: string) =>
  (await internalCaller(app).call(availableBalances.get, { params: { id } })).availableBalance;
const creditOf = async (id: string) => (await balancesOf(app.deps.db, id)).credit;
const month = (contractId: string, name: string, amount: string) =>
  signed(app, { contractId, month: name, lines: [costing(amount)] });

describe('a dispute that is upheld', () => {
  const update = (
    id: string,
    body: { id: string; confirmState: 'manualProcessing' | 'confirmed'; credit?: string }[],
  ) => internalCaller(app).call(statements.update, { params: { id }, body });
  const refused = (id: string, body: unknown[]) =>
    internalCaller(app).refusal(statements.update, { params: { id }, body: body as never });
  const dispute = (id: string, statement: { id: string }) =>
    update(id, [{ id: statement.id, confirmState: 'manualProcessing' }]);
  const uphold = async (id: string, statement: { id: string }, credit: string) => {
    await dispute(id, statement);
    const { items } = await update(id, [{ id: statement.id, confirmState: 'confirmed', credit }]);
    return items[0];
  };

  /** A month paid in cash. */
  const paid = async (id: string, name: string, amount: string) => {
    await deposited(app, id, amount);
    const statement = await month(id, name, amount);
    await update(id, [{ id: statement.id, confirmState: 'confirmed' }]);
    return statement;
  };

  it('after the deduction ends in credit on the next statement, and changes no statement', async () => {
    const { id } = await contract(app);
    const august = await paid(id, '2026-08', '100');
    expect(await uphold(id, august, '40')).toMatchObject({
      amount: '100.00000000',
      payableAmount: '100.00000000',
      cashDeducted: '100.00000000',
      credited: '40.00000000',
      confirmState: 'confirmed',
    });
    expect(await balancesOf(app.deps.db, id)).toMatchObject({
      cash: '0.00000000',
      frozen: '0.00000000',
      credit: '40.00000000',
    });
    expect(await available(id)).toBe('40.00000000');
    const september = await month(id, '2026-09', '50');
    expect(september).toMatchObject({ credit_applied: '40.00000000', payable: '10.00000000' });
  });

  it('gives back whole cents only', async () => {
    const { id } = await contract(app);
    const august = await paid(id, '2026-08', '100');
    await dispute(id, august);
    for (const credit of ['40.005', '0.00000001']) {
      expect(await refused(id, [{ id: august.id, confirmState: 'confirmed', credit }])).toMatchObject({
        code: 400,
        reason: 'INVALID_PARAMETER',
        metadata: { field: '0.credit' },
      });
    }
    const { items } = await update(id, [{ id: august.id, confirmState: 'confirmed', credit: '40.01000000' }]);
    expect(items[0]).toMatchObject({ credited: '40.01000000' });
    const september = await month(id, '2026-09', '50');
    expect(september.payable).toBe('9.99000000');
  });

  it('pays what is unpaid of the statement itself, and leaves the rest as credit', async () => {
    const { id } = await contract(app);
    const august = await month(id, '2026-08', '20');
    await deposited(app, id, '8');
    await update(id, [{ id: august.id, confirmState: 'confirmed' }]);
    expect(await uphold(id, august, '15')).toMatchObject({
      payableAmount: '20.00000000',
      cashDeducted: '8.00000000',
      creditDeducted: '12.00000000',
      undeductedAmount: '0.00000000',
      credited: '15.00000000',
      deductState: 'fullySettled',
      overdue: false,
    });
    expect([await creditOf(id), await available(id)]).toEqual(['3.00000000', '3.00000000']);
  });

  it('before any payment lowers what is owed, and the statement can still be withdrawn', async () => {
    const { id } = await contract(app);
    const july = await month(id, '2026-07', '10');
    const august = await month(id, '2026-08', '100');
    expect(await uphold(id, august, '40')).toMatchObject({
      creditDeducted: '40.00000000',
      undeductedAmount: '60.00000000',
      deductState: 'partiallyDeducted',
    });
    // The older statement gets none of it.
    expect([await creditOf(id), await available(id)]).toEqual(['0.00000000', '-70.00000000']);
    await dispute(id, august);
    await internalCaller(app).call(statements.delete, { params: { id }, query: { ids: august.id } });
    expect(await available(id)).toBe('-10.00000000');
    expect(await month(id, '2026-08', '60')).toMatchObject({ payable: '60.00000000' });
    expect(await uphold(id, july, '10')).toMatchObject({ deductState: 'fullySettled', undeductedAmount: '0.00000000' });
  });

  it('pays older statements with what is left of its credit', async () => {
    const { id } = await contract(app);
    const august = await paid(id, '2026-08', '30');
    const july = await month(id, '2026-07', '10');
    const september = await month(id, '2026-09', '15');
    await uphold(id, august, '30');
    const { items } = await internalCaller(app).call(statements.list, { params: { id }, query: { ordering: 'asc' } });
    expect(items.map((each) => [each.id, each.creditDeducted])).toEqual([
      [july.id, '10.00000000'],
      [august.id, '0.00000000'],
      [september.id, '15.00000000'],
    ]);
    expect(await creditOf(id)).toBe('5.00000000');
  });

  it('gives back at most what the statement asks for, whatever paid it', async () => {
    const { id } = await contract(app);
    await month(id, '2026-07', '-3');
    const august = await month(id, '2026-08', '10');
    await deposited(app, id, '4');
    await update(id, [{ id: august.id, confirmState: 'confirmed' }]);
    await dispute(id, august);
    const tooMuch = await refused(id, [{ id: august.id, confirmState: 'confirmed', credit: '10.01' }]);
    expect(tooMuch).toMatchObject({
      message: expect.stringContaining('At most 10.00000000 of the statement of 2026-08'),
      metadata: { most: '10.00000000' },
    });
    await update(id, [{ id: august.id, confirmState: 'confirmed', credit: '7' }]);
    const voucher = { id: 'vch-cccc', balance: '4', pays: '1.5' };
    const september = await signedWithVoucher(app, { contractId: id, month: '2026-09', amount: '10', voucher });
    await dispute(id, september);
    expect(await refused(id, [{ id: september.id, confirmState: 'confirmed', credit: '10.01' }])).toMatchObject({
      metadata: { most: '10.00000000' },
    });
  });

  it('gives back no more than the statement asks for, over any number of disputes', async () => {
    const { id } = await contract(app);
    const august = await paid(id, '2026-08', '10');
    await uphold(id, august, '6');
    await dispute(id, august);
    const tooMuch = await refused(id, [{ id: august.id, confirmState: 'confirmed', credit: '4.01' }]);
    expect(tooMuch).toMatchObject({ metadata: { field: '0.credit', most: '4.00000000' } });
    await update(id, [{ id: august.id, confirmState: 'confirmed', credit: '4' }]);
    expect(await creditOf(id)).toBe('10.00000000');
    const below = await month(id, '2026-09', '-1');
    await dispute(id, below);
    expect(await refused(id, [{ id: below.id, confirmState: 'confirmed', credit: '0.01' }])).toMatchObject({
      reason: 'STATEMENT_CREDIT_TOO_LARGE',
    });
  });

  it('needs an open dispute: 409 from another state, 400 with another state or amount', async () => {
    const { id } = await contract(app);
    const august = await month(id, '2026-08', '10');
    const unconfirmed = await refused(id, [{ id: august.id, confirmState: 'confirmed', credit: '1' }]);
    expect(unconfirmed).toMatchObject({
      code: 409,
      reason: 'STATEMENT_STATE_CONFLICT',
      metadata: { field: '0.credit' },
    });
    const disputing = await refused(id, [{ id: august.id, confirmState: 'manualProcessing', credit: '1' }]);
    expect(disputing).toMatchObject({ code: 400, metadata: { field: '0.credit' } });
    await dispute(id, august);
    for (const credit of ['0', '-1', '1e3', '0.000000001', 1]) {
      const refusal = await refused(id, [{ id: august.id, confirmState: 'confirmed', credit }]);
      expect(refusal).toMatchObject({ code: 400, metadata: { field: '0.credit' } });
    }
    expect(await creditOf(id)).toBe('0.00000000');
  });

  it('happens all or none with the other changes of its call', async () => {
    const { id } = await contract(app);
    const august = await paid(id, '2026-08', '10');
    const september = await month(id, '2026-09', '10');
    await dispute(id, august);
    const body = [
      { id: august.id, confirmState: 'confirmed', credit: '5' },
      { id: september.id, confirmState: 'confirmed', credit: '5' },
    ];
    expect(await refused(id, body)).toMatchObject({ code: 409, metadata: { field: '1.credit' } });
    expect(compare(await creditOf(id), '0')).toBe(0);
  });
});
