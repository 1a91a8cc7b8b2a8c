import { availableBalances } from '@usance/api/billing/available-balance';
import { bank } from '@usance/api/billing/bank';
import { statements } from '@usance/api/billing/statement';
import {
  add,
  compare,
  type Decimal,
  formatDecimal,
  fromUnits,
  isZero,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { verifyPayments } from './verify-payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
});
afterAll(() => app.close());

const monthNames = ['2026-06', '2026-07', '2026-08', '2026-09'];
const cents = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((units) => formatDecimal(fromUnits(BigInt(units), 2)));
const nth = fc.nat({ max: monthNames.length - 1 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('sign' as const), nth }),
  fc.record({ kind: fc.constant('delete' as const), nth }),
  fc.record({ kind: fc.constant('deposit' as const), amount: cents(1, 5_000) }),
  fc.record({ kind: fc.constant('dispute' as const), nth }),
  fc.record({ kind: fc.constant('uphold' as const), nth, credit: cents(1, 1_000) }),
  fc.record({ kind: fc.constant('confirm' as const), nth }),
);
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

it('after any signings, payments, disputes and withdrawals, the available balance is deposits less usage, and credit has paid what is unpaid', async () => {
  const months = fc.array(cents(-5_000, 5_000), { minLength: monthNames.length, maxLength: monthNames.length });
  await fc.assert(
    fc.asyncProperty(months, fc.array(step, { minLength: 4, maxLength: 14 }), async (amounts, steps) => {
      const account = await Account.used(amounts);
      for (const each of steps) {
        await account.take(each);
        const params = { id: account.id };
        const { availableBalance } = await internalCaller(app).call(availableBalances.get, { params });
        expect(availableBalance).toBe(formatDecimal(account.expected(), 8));
        await account.assertCreditPays();
      }
      await account.assertOnlyPaidGivenBack();
      expect([...(await verifyLedger(app.deps.db)), ...(await verifyPayments(app.deps.db))]).toEqual([]);
    }),
    { numRuns: 15 },
  );
});

/** A contract with a model of simple sums; a refused step changes nothing. */
class Account {
  #deposits: Decimal = zero;
  readonly #statements = new Map<number, { id: string; credited: Decimal }>();

  readonly id: string;
  readonly amounts: readonly string[];

  private constructor(id: string, amounts: readonly string[]) {
    this.id = id;
    this.amounts = amounts;
  }

  static async used(amounts: readonly string[]): Promise<Account> {
    const { id } = await contract(app);
    for (const [index, amount] of amounts.entries()) {
      await dayRated(app, { contractId: id, day: `${monthNames[index]}-15`, amount });
    }
    return new Account(id, amounts);
  }

  expected(): Decimal {
    const given = sum([...this.#statements.values()].map(({ credited }) => credited));
    return subtract(add(this.#deposits, given), sum(this.amounts));
  }

  async assertOnlyPaidGivenBack(): Promise<void> {
    const { items } = await internalCaller(app).call(statements.list, { params: { id: this.id }, query: {} });
    for (const { credited, cashDeducted, creditApplied, creditDeducted, voucherDeducted } of items)
      expect(
        compare(credited, sum([cashDeducted, creditApplied, creditDeducted, voucherDeducted])),
      ).toBeLessThanOrEqual(0);
  }

  /** Open months may keep credit for themselves. */
  async assertCreditPays(): Promise<void> {
    if (this.#statements.size < this.amounts.length) return;
    const { items } = await internalCaller(app).call(statements.list, { params: { id: this.id }, query: {} });
    const unpaid = items.filter(({ confirmState }) => confirmState !== 'manualProcessing');
    const { credit } = await balancesOf(app.deps.db, this.id);
    if (!isZero(credit)) expect(unpaid.every(({ deductState }) => deductState === 'fullySettled')).toBe(true);
  }

  async take(step: Step): Promise<void> {
    const params = { id: this.id };
    switch (step.kind) {
      case 'deposit':
        await internalCaller(app).call(bank.record, {
          params,
          body: { type: 'deposit', amount: step.amount, currency: 'USD' },
        });
        this.#deposits = add(this.#deposits, step.amount);
        return;
      case 'sign':
        return this.#sign(step.nth);
      default:
        return this.#ofStatement(step);
    }
  }

  async #sign(index: number): Promise<void> {
    if (this.#statements.has(index)) return;
    const lines = [costing(this.amounts[index] ?? '0')];
    const { id } = await signed(app, { contractId: this.id, month: monthNames[index] ?? '', lines });
    this.#statements.set(index, { id, credited: zero });
  }

  async #ofStatement(step: Exclude<Step, { kind: 'sign' | 'deposit' }>): Promise<void> {
    const statement = this.#statements.get(step.nth);
    if (!statement) return;
    const { id } = statement;
    const params = { id: this.id };
    const caller = internalCaller(app);
    const changes = {
      confirm: { id, confirmState: 'confirmed' },
      dispute: { id, confirmState: 'manualProcessing' },
      uphold: { id, confirmState: 'confirmed', credit: step.kind === 'uphold' ? step.credit : '1' },
    } as const;
    const done: Promise<unknown> =
      step.kind === 'delete'
        ? caller.call(statements.delete, { params, query: { ids: id } })
        : caller.call(statements.update, { params, body: [changes[step.kind]] });
    const isDone = await done.then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain('409');
        return false;
      },
    );
    if (!isDone) return;
    if (step.kind === 'delete') this.#statements.delete(step.nth);
    if (step.kind === 'uphold') statement.credited = add(statement.credited, step.credit);
  }
}
