import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { closedMonths } from '../../../metering/closed-month/closed-month.ts';
import { deposited, owedOn } from '../../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { linesOfStatement } from '../../statement-record/statement.queries.ts';
import { shownLineOf } from '../content/statement.ts';
import { costing, signed } from '../statement.fixture.ts';
import { statementDigest } from './statement-digest.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-03T00:00:00Z' });
});
afterAll(() => app.close());

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe(statements.sign.id, () => {
  it('copies the lines, which add up to the total, and books the debt', async () => {
    const { id: contractId } = await contract(app);
    const lines = ['0.333', '0.333', '0.339'].map((amount, index) => costing(amount, { billingItem: `item ${index}` }));
    const statement = await signed(app, { contractId, month: '2026-09', lines });
    expect(statement).toMatchObject({
      amount: '1.01000000',
      payable: '1.01000000',
      undeducted: '1.01000000',
      deduct_state: 'undeducted',
      confirm_state: 'unconfirmed',
      statement_on: '2026-10-02',
      due_on: '2026-10-07',
      overdue_from: new Date('2026-10-08T00:00:00Z'),
    });
    const kept = await linesOfStatement(app.deps.db, contractId, statement.id);
    expect(kept.map((line) => line.amount)).toEqual(['0.34000000', '0.33000000', '0.34000000']);
    expect(await owedOn(app.deps.db, contractId, [statement.id])).toBe('1.01000000');
    expect([...(await closedMonths(app.deps.db, contractId))]).toEqual(['2026-09']);
  });

  it('stores a digest that the stored lines reproduce', async () => {
    const { id: contractId } = await contract(app);
    const lines = [costing('1.5', { product: 'Storage' }), costing('2.000000000001', { adjustment: true })];
    const { id, digest } = await signed(app, { contractId, month: '2026-09', lines });
    const kept = (await linesOfStatement(app.deps.db, contractId, id)).map(shownLineOf);
    expect(statementDigest({ contractId, month: '2026-09', currency: 'USD' }, kept)).toBe(digest);
  });

  it('takes thousands of lines', async () => {
    const { id: contractId } = await contract(app);
    const lines = Array.from({ length: 2_345 }, (_, index) => costing('0.001', { billingItem: `item ${index}` }));
    const statement = await signed(app, { contractId, month: '2026-09', lines });
    expect(statement).toMatchObject({ line_count: 2_345, amount: '2.35000000' });
  });

  it.each([
    { currency: 'USD', at: '2026-10-02T08:59:59.999Z', reason: 'STATEMENT_TOO_EARLY' },
    { currency: 'USD', at: '2026-10-02T09:00:00Z', reason: undefined },
    { currency: 'CNY', at: '2026-10-02T00:59:59.999Z', reason: 'STATEMENT_TOO_EARLY' },
    { currency: 'CNY', at: '2026-10-02T01:00:00Z', reason: undefined },
    { currency: 'USD', at: '2026-08-31T23:59:59Z', reason: 'MONTH_NOT_BEGUN' },
  ] as const)('opens at 09:00 on the 2nd in the zone of $currency: $at', async ({ currency, at, reason }) => {
    const { id: contractId } = await contract(app, { currency });
    const refusal = await refusalOf(signed(app, { contractId, month: '2026-09', lines: [], at }));
    expect(refusal === undefined ? undefined : refusal).toEqual(
      reason === undefined ? undefined : expect.objectContaining({ status: 409, reason }),
    );
  });

  it('signs a month once', async () => {
    const { id: contractId } = await contract(app);
    await signed(app, { contractId, month: '2026-09', lines: [costing('1')] });
    const again = signed(app, { contractId, month: '2026-09', lines: [costing('2')] });
    expect(await refusalOf(again)).toMatchObject({ status: 409, reason: 'STATEMENT_ALREADY_SIGNED' });
    expect(await owedOn(app.deps.db, contractId)).toBe('1.00000000');
  });

  it('settles a month without usage at once', async () => {
    const { id: contractId } = await contract(app);
    const statement = await signed(app, { contractId, month: '2026-09', lines: [] });
    expect(statement).toMatchObject({ amount: '0.00000000', deduct_state: 'fullySettled', line_count: 0 });
  });

  it('carries a negative total over to later months', async () => {
    const { id: contractId } = await contract(app);
    const july = await signed(app, { contractId, month: '2026-07', lines: [costing('-30')] });
    const august = await signed(app, { contractId, month: '2026-08', lines: [costing('10')] });
    const september = await signed(app, { contractId, month: '2026-09', lines: [costing('50')] });
    expect([july, august, september].map((each) => [each.amount, each.credit_applied, each.payable])).toEqual([
      ['-30.00000000', '0.00000000', '0.00000000'],
      ['10.00000000', '10.00000000', '0.00000000'],
      ['50.00000000', '20.00000000', '30.00000000'],
    ]);
    expect(await owedOn(app.deps.db, contractId)).toBe('30.00000000');
  });

  it('holds back a month that grew tenfold, with its cash, and tells only the back office why', async () => {
    const { id: contractId } = await contract(app);
    await deposited(app, contractId, '500');
    for (const month of ['2026-06', '2026-07', '2026-08'])
      await signed(app, { contractId, month, lines: [costing('10')] });
    const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('100.01')] });
    const params = { id: contractId, statementID: id };
    const internal = await internalCaller(app).call(statements.get, { params });
    expect(internal).toMatchObject({ confirmState: 'manualProcessing', permissions: { canDownload: false } });
    expect(internal.reviewReason).toContain('10 times');
    const customer = await (await member(app, contractId, 'billing_viewer')).call(statements.get, { params });
    expect(customer.reviewReason).toBeUndefined();
    expect(await balancesOf(app.deps.db, contractId)).toMatchObject({ frozen: '100.01000000', bank: '500.00000000' });
  });

  it('refuses a month before the contract, an unknown contract and an invalid month', async () => {
    const { id: contractId } = await contract(app, { signDate: '2026-09-15T00:00:00Z' });
    const caller = internalCaller(app);
    const early = await caller.refusal(statements.sign, { body: { contractId, month: '2026-08' } });
    expect(early).toMatchObject({ code: 409, reason: 'MONTH_BEFORE_CONTRACT' });
    const unknown = await caller.refusal(statements.sign, { body: { contractId: 'ct-aaaaaaaa', month: '2026-09' } });
    expect(unknown).toMatchObject({ code: 404, reason: 'CONTRACT_NOT_FOUND' });
    for (const month of ['2026-13', '2026-9', '9999-12', '0000-01']) {
      const refusal = await caller.refusal(statements.calculate, { body: { contractId, month } });
      expect([400, 409]).toContain(refusal.code);
    }
  });
});

describe('a signed statement', () => {
  it.each([
    [
      'an amount',
      'What a signed statement says never changes',
      sql`update statement set amount = 1, exact_amount = 1, payable = 1`,
    ],
    ['a digest', 'What a signed statement says never changes', sql`update statement set digest = repeat('0', 64)`],
    [
      'a due date',
      'When a signed statement is due moves only by the days of a dispute',
      sql`update statement set due_on = due_on + 1`,
    ],
    ['a line', 'The lines of a signed statement never change', sql`update statement_line set amount = 0`],
    ['a line away', 'The lines of a signed statement never change', sql`delete from statement_line`],
    [
      'a line more',
      'A signed statement takes no more lines',
      sql`insert into statement_line select contract_id, statement_id, line_no + 100, product, type, sub_type, billing_item,
        cloud_provider, region, edition, consumption, consumption_unit, list_price, price_unit, zhekou, adjustment,
        row_count, exact_amount, amount from statement_line limit 1`,
    ],
    [
      'more cash than it asks for',
      'asks for less than',
      sql`update statement set cash_deducted = payable + 1 where payable > 0`,
    ],
    [
      'unconfirmed again',
      'A statement never becomes unconfirmed again',
      sql`update statement set confirm_state = 'unconfirmed' where confirm_state <> 'unconfirmed'`,
    ],
    [
      'itself gone when it is final',
      'A statement that is confirmed or partly deducted is never deleted',
      sql`delete from statement where confirm_state <> 'unconfirmed'`,
    ],
  ])('cannot get %s: the database refuses it', async (_, refusal, hostile) => {
    const { id: contractId } = await contract(app);
    await signed(app, { contractId, month: '2026-09', lines: [costing('7')] });
    await app.deps.db
      .updateTable('statement')
      .set({ confirm_state: 'confirmed' })
      .where('contract_id', '=', contractId)
      .execute();
    await expect(hostile.execute(app.deps.db)).rejects.toThrow(refusal);
  });
});

describe(statements.delete.id, () => {
  const remove = (contractId: string, ids: string) =>
    internalCaller(app).call(statements.delete, { params: { id: contractId }, query: { ids } });
  const refusal = (contractId: string, ids: string) =>
    internalCaller(app).refusal(statements.delete, { params: { id: contractId }, query: { ids } });

  it('takes the debt off the books and reopens the month', async () => {
    const { id: contractId } = await contract(app);
    const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('7')] });
    expect(await remove(contractId, id)).toEqual({ deleted: 1 });
    expect(await owedOn(app.deps.db, contractId)).toBe('0.00000000');
    const again = await signed(app, { contractId, month: '2026-09', lines: [costing('8')] });
    expect(await owedOn(app.deps.db, contractId, [again.id])).toBe('8.00000000');
  });

  it('happens all or none, and refuses a final, unknown, foreign or repeated statement', async () => {
    const { id: contractId } = await contract(app);
    const other = await contract(app);
    const open = await signed(app, { contractId, month: '2026-09', lines: [costing('7')] });
    const final = await signed(app, { contractId, month: '2026-08', lines: [costing('7')] });
    const theirs = await signed(app, { contractId: other.id, month: '2026-09', lines: [costing('7')] });
    await app.deps.db.updateTable('statement').set({ confirm_state: 'confirmed' }).where('id', '=', final.id).execute();
    expect(await refusal(contractId, `${open.id},${final.id}`)).toMatchObject({
      code: 409,
      reason: 'STATEMENT_STATE_CONFLICT',
    });
    expect(await refusal(contractId, `${open.id},${theirs.id}`)).toMatchObject({ code: 404 });
    expect(await refusal(contractId, `${open.id},${open.id}`)).toMatchObject({ code: 400, metadata: { field: 'ids' } });
    expect(await refusal(contractId, '')).toMatchObject({
      code: 400,
      metadata: { field: expect.stringContaining('ids') },
    });
    expect([...(await closedMonths(app.deps.db, contractId))]).toEqual(['2026-08', '2026-09']);
  });

  it('refuses a negative month whose credit a later one has used', async () => {
    const { id: contractId } = await contract(app);
    const august = await signed(app, { contractId, month: '2026-08', lines: [costing('-5')] });
    const september = await signed(app, { contractId, month: '2026-09', lines: [costing('9')] });
    expect(await refusal(contractId, august.id)).toMatchObject({ code: 409, reason: 'STATEMENT_CREDIT_USED' });
    expect(await remove(contractId, `${august.id},${september.id}`)).toEqual({ deleted: 2 });
    expect(await owedOn(app.deps.db, contractId)).toBe('0.00000000');
  });
});
