import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { deposited } from '../../../money/ledger/ledger.fixture.ts';
import { costing, runAt, signed } from '../statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z' });
});
afterAll(() => app.close());

/** The contract's statement with an amount; rounds also sign its idle months. */
const statementOf = (contractId: string) => {
  const costly = app.deps.db.selectFrom('statement').selectAll().where('amount', '>', '0');
  return costly.where('contract_id', '=', contractId).executeTakeFirstOrThrow();
};
const states = async (contractId: string) => {
  const { confirm_state, deduct_state } = await statementOf(contractId);
  return [confirm_state, deduct_state];
};
const update = (contractId: string, id: string, confirmState: 'confirmed' | 'manualProcessing') =>
  internalCaller(app).call(statements.update, { params: { id: contractId }, body: [{ id, confirmState }] });

// The clock of these tests continues from one to the next.
describe('notice', () => {
  it('applies to a statement signed three months late', async () => {
    const { id: contractId } = await contract(app);
    await deposited(app, contractId, '100');
    await signed(app, { contractId, month: '2026-06', lines: [costing('30')], at: '2026-10-02T10:00:00Z' });
    await runAt(app, '2026-10-02T10:01:00Z');
    expect(await states(contractId)).toEqual(['unconfirmed', 'undeducted']);
    expect(await statementOf(contractId)).toMatchObject({ statement_on: '2026-07-02', due_on: '2026-10-07' });
    await runAt(app, '2026-10-06T23:59:59Z');
    expect(await states(contractId)).toEqual(['unconfirmed', 'undeducted']);
    await runAt(app, '2026-10-07T00:05:00Z');
    expect(await states(contractId)).toEqual(['confirmed', 'fullySettled']);
  });

  it('applies despite a shorter due date of the contract’s own', async () => {
    const { id: contractId } = await contract(app, { dueDays: 2, currency: 'CNY' });
    await signed(app, { contractId, month: '2026-09', lines: [costing('30')], at: '2026-10-02T01:00:00Z' });
    expect(await statementOf(contractId)).toMatchObject({
      due_on: '2026-10-07',
      confirm_at: new Date('2026-10-06T16:00:00Z'),
      deduct_at: new Date('2026-10-06T16:05:00Z'),
      overdue_from: new Date('2026-10-07T16:00:00Z'),
    });
  });
});

describe('a dispute', () => {
  it('of 82 days stops the dates, and leaves the days that remained at its start', async () => {
    const { id: contractId } = await contract(app);
    const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('30')] });
    await update(contractId, id, 'manualProcessing');
    expect(await statementOf(contractId)).toMatchObject({ disputed_at: new Date('2026-10-02T10:00:00Z') });
    await runAt(app, '2026-12-20T00:00:00Z');
    expect(await states(contractId)).toEqual(['manualProcessing', 'undeducted']);
    app.clock.moveTo('2026-12-23T09:00:00Z');
    const { items } = await update(contractId, id, 'confirmed');
    expect(items).toMatchObject([{ dueDate: '2026-12-28', overdue: false, confirmState: 'confirmed' }]);
    expect(await statementOf(contractId)).toMatchObject({
      disputed_at: null,
      confirm_at: new Date('2026-12-28T00:00:00Z'),
      deduct_at: new Date('2026-12-28T00:05:00Z'),
      overdue_from: new Date('2026-12-29T00:00:00Z'),
    });
  });

  it('never leaves a statement overdue at its end, even one that was overdue at its start', async () => {
    const { id: contractId } = await contract(app);
    const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('30')] });
    await runAt(app, '2026-12-23T09:00:00Z');
    await update(contractId, id, 'manualProcessing');
    app.clock.moveTo('2026-12-24T10:00:00Z');
    const { items } = await update(contractId, id, 'confirmed');
    expect(items).toMatchObject([{ dueDate: '2026-12-25', overdue: false }]);
    await update(contractId, id, 'manualProcessing');
    const again = await update(contractId, id, 'confirmed');
    expect(again.items).toMatchObject([{ dueDate: '2026-12-25' }]);
  });

  it('gives a month held back by the safety bounds its notice afterwards', async () => {
    const { id: contractId } = await contract(app);
    for (const month of ['2026-08', '2026-09', '2026-10'])
      await signed(app, { contractId, month, lines: [costing('10')], at: '2026-11-02T09:00:00Z' });
    const parked = await signed(app, {
      contractId,
      month: '2026-11',
      lines: [costing('1000')],
      at: '2026-12-02T09:00:00Z',
    });
    expect(parked).toMatchObject({ confirm_state: 'manualProcessing', due_on: '2026-12-07' });
    const { items } = await update(contractId, parked.id, 'confirmed');
    expect(items).toMatchObject([{ dueDate: '2026-12-30', overdue: false }]);
  });

  const parts = 'due_on = due_on + 3';
  const moved = (time: string, by = '72 hours') => `${time} = ${time} + interval '${by}'`;
  const all = [parts, ...['confirm_at', 'deduct_at', 'overdue_from'].map((time) => moved(time))].join(', ');
  const ended = "confirm_state = 'confirmed', disputed_at = null";
  const alone = 'When a signed statement is due moves only by the days of a dispute';
  it.each([
    ['one date alone', alone, `${ended}, due_on = due_on + 1`],
    ['dates by different times', alone, `${ended}, ${all.replace('72', '71')}`],
    ['dates to before', alone, `${ended}, ${all.replaceAll('+', '-')}`],
    ['dates while it lasts', alone, all],
    ['its beginning', 'When a dispute began never changes', "disputed_at = now() - interval '1 day'"],
    ['its beginning to later', 'When a dispute began never changes', "disputed_at = disputed_at + interval '1 day'"],
    ['what it hides, while it lasts', 'What a dispute has hidden is known when it ends', 'hidden_at = disputed_at'],
    ['its end without forgetting its beginning', 'statement_dispute_has_begun', "confirm_state = 'confirmed'"],
    [
      'more than dates',
      'What a signed statement says never changes',
      `${ended}, ${all}, payable = payable + 1, amount = amount + 1, exact_amount = exact_amount + 1`,
    ],
  ])('changes only dates: the database refuses %s', async (_, refusal, change) => {
    const { id: contractId } = await contract(app);
    const { id } = await signed(app, { contractId, month: '2026-09', lines: [costing('30')] });
    await update(contractId, id, 'manualProcessing');
    const hostile = sql`update statement set ${sql.raw(change)} where contract_id = ${contractId}`;
    await expect(hostile.execute(app.deps.db)).rejects.toThrow(refusal);
    await sql`update statement set ${sql.raw(`${ended}, ${all}`)} where contract_id = ${contractId}`.execute(
      app.deps.db,
    );
  });
});
