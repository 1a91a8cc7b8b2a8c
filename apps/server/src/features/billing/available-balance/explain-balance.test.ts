import { availableBalances, type ExplainedBalance } from '@usance/api/billing/available-balance';
import { statements } from '@usance/api/billing/statement';
import { add, formatDecimal, subtract, sum, zero } from '@usance/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { issued } from '../../money/voucher/voucher.fixture.ts';
import { costing, signed } from '../statement/statement.fixture.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
});
afterAll(() => app.close());

/** The explained balance; its parts add up to its terms, and these to the balance. */
async function explained(id: string): Promise<ExplainedBalance> {
  const reply = await internalCaller(app).call(availableBalances.explained, { params: { id } });
  let balance = zero;
  for (const { isOwed, amount, parts } of reply.terms) {
    expect(formatDecimal(sum(parts.map((part) => part.amount)), 12)).toBe(formatDecimal(sum([amount]), 12));
    balance = isOwed ? subtract(balance, amount) : add(balance, amount);
  }
  expect(formatDecimal(balance, 8)).toBe(reply.availableBalance);
  return reply;
}

const partsOf = ({ terms }: ExplainedBalance, name: ExplainedBalance['terms'][number]['term']) =>
  terms.find(({ term }) => term === name)?.parts;

describe(availableBalances.explained.id, () => {
  it('names the movements of cash, the vouchers, the open months and the statements', async () => {
    const { id } = await contract(app, { dueDays: 40 });
    await deposited(app, id, '2');
    await deposited(app, id, '3');
    const { id: voucherID, end } = await issued(app, id, { denomination: '7' });
    await dayRated(app, { contractId: id, day: '2026-10-15', amount: '0.123456789012' });
    const overdue = await signed(app, { contractId: id, month: '2026-08', lines: [costing('30')] });
    const due = await signed(app, { contractId: id, month: '2026-09', lines: [costing('4')] });
    const balance = await explained(id);
    expect(partsOf(balance, 'cash')).toMatchObject([{ kind: 'deposit', count: 2, amount: '5.00000000' }]);
    expect(partsOf(balance, 'voucher')).toMatchObject([{ kind: 'voucher', voucherID, end, amount: '7.00000000' }]);
    expect(partsOf(balance, 'unbilled')).toMatchObject([
      { kind: 'month', month: '2026-10', amount: '0.123456789012' },
      { kind: 'rounding', amount: '0.000000000988' },
    ]);
    expect(partsOf(balance, 'due')).toMatchObject([{ statementID: due.id, month: '2026-09', amount: '4.00000000' }]);
    expect(partsOf(balance, 'overdue')).toMatchObject([{ statementID: overdue.id, amount: '30.00000000' }]);
  });

  it('names the credit of a statement below zero, and a dispute beyond the cash held for it', async () => {
    const { id } = await contract(app);
    const { id: left } = await signed(app, { contractId: id, month: '2026-08', lines: [costing('-3')] });
    expect(partsOf(await explained(id), 'credit')).toMatchObject([
      { kind: 'credit', statementID: left, month: '2026-08', amount: '3.00000000' },
    ]);
    const disputed = await signed(app, { contractId: id, month: '2026-09', lines: [costing('20')] });
    await deposited(app, id, '5');
    const body = [{ id: disputed.id, confirmState: 'manualProcessing' as const }];
    await internalCaller(app).call(statements.update, { params: { id }, body });
    const balance = await explained(id);
    expect(partsOf(balance, 'credit')).toBeUndefined();
    expect(partsOf(balance, 'frozen')).toMatchObject([{ kind: 'hold', cause: 'dispute', amount: '5.00000000' }]);
    expect(partsOf(balance, 'due')).toMatchObject([{ statementID: disputed.id, amount: '12.00000000' }]);
  });

  it('lists the largest vouchers and sums the others', async () => {
    const { id } = await contract(app);
    for (let value = 1; value <= 22; value += 1) await issued(app, id, { denomination: String(value) });
    const parts = partsOf(await explained(id), 'voucher');
    expect(parts).toHaveLength(21);
    expect(parts?.[0]).toMatchObject({ kind: 'voucher', amount: '22.00000000' });
    expect(parts?.at(-1)).toMatchObject({ kind: 'otherVouchers', count: 2, amount: '3.00000000' });
  });

  it('counts an ended voucher with what it will still pay', async () => {
    const { id } = await contract(app);
    await issued(app, id, { denomination: '9', validDays: 1 });
    await dayRated(app, { contractId: id, day: '2026-10-20', amount: '4.5' });
    app.clock.pass({ hours: 48 });
    expect(partsOf(await explained(id), 'voucher')).toMatchObject([{ kind: 'endedVouchers', amount: '4.50000000' }]);
  });

  it('is for those who read bills', async () => {
    const { id } = await contract(app);
    const builder = await member(app, id, 'dc_creator');
    expect(await builder.refusal(availableBalances.explained, { params: { id } })).toMatchObject({ code: 403 });
  });
});
