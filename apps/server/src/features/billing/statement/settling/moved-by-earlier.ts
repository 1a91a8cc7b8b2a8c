import { add, formatDecimal, isNegative, least, negate, subtract, zero } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { type OpenMonth, openMonths } from '../../../metering/billing-day/open-months.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { payingVouchers } from '../../../money/voucher/voucher.queries.ts';
import { reachOf } from '../../settlement/pay-hours.ts';
import { planSettlement, type SettlementPlan } from '../../settlement/plan-settlement.ts';
import { listUnpaid } from '../../statement-record/statement.queries.ts';

/** The changes of vouchers and credit before a month is paid; below 0 if earlier months use them. */
export interface MovedBefore {
  readonly vouchers: ReadonlyMap<string, string>;
  readonly credit: string;
}

/** The changes after all earlier months. */
interface MovedByThem extends MovedBefore {
  /** The lowest value of credit on the way: using more of it now takes it from an earlier month. */
  readonly leastCredit: string;
}

export const nothingMoved: MovedBefore = { vouchers: new Map(), credit: '0' };

/**
 * Returns the changes of vouchers and credit before a month: the given ones, and those of the earlier months, oldest
 * first. Open months use both by their rated usage, and credit also pays earlier unpaid statements. A month's payment
 * therefore does not depend on whether earlier ones are signed first.
 */
export async function movedByEarlier(
  db: DbOrTx,
  contract: Pick<ContractRow, 'id' | 'is_study'>,
  month: BillingMonth,
  given: MovedBefore,
): Promise<MovedByThem> {
  let moved: MovedByThem = { ...given, leastCredit: given.credit };
  // Months of a study are never signed, so they use nothing.
  if (contract.is_study) return moved;
  const months = await earlierMonths(db, contract.id, month);
  if (months.length === 0) return moved;
  const { credit: held } = await balancesOf(db, contract.id);
  let owed = zero;
  for (const { open, unpaid } of months) {
    let after: MovedBefore = moved;
    if (open !== undefined) {
      const { range, hours, amount } = open;
      const vouchers = await payingVouchers(db, contract.id, reachOf(range, hours), moved.vouchers);
      const credit = formatDecimal(add(held, moved.credit), 8);
      after = movedBy(moved, amount, planSettlement({ amount, hours, vouchers, credit }));
    }
    // The credit that a month leaves pays the unpaid statements before it.
    owed = add(owed, unpaid);
    const paid = least(owed, add(held, after.credit));
    owed = subtract(owed, paid);
    const credit = formatDecimal(subtract(after.credit, paid), 8);
    moved = { ...after, credit, leastCredit: formatDecimal(least(moved.leastCredit, credit), 8) };
  }
  return moved;
}

interface EarlierMonth {
  readonly start: number;
  readonly open?: OpenMonth;
  /** The unpaid amount of its statement. */
  readonly unpaid: string;
}

/** Returns the earlier months that use vouchers or credit, oldest first. */
async function earlierMonths(db: DbOrTx, contractId: string, month: BillingMonth): Promise<EarlierMonth[]> {
  const open = (await openMonths(db, contractId, month)).map((each) => ({
    start: each.range.start,
    open: each,
    unpaid: '0',
  }));
  const signed = (await listUnpaid(db, contractId, month)).map(({ start_at, undeducted }) => ({
    start: start_at.getTime(),
    unpaid: undeducted,
  }));
  return [...open, ...signed].toSorted((one, other) => one.start - other.start);
}

function movedBy(before: MovedBefore, amount: string, { payments, creditApplied }: SettlementPlan): MovedBefore {
  const vouchers = new Map(before.vouchers);
  for (const payment of payments)
    if ('id' in payment)
      vouchers.set(payment.id, formatDecimal(subtract(vouchers.get(payment.id) ?? '0', payment.amount), 8));
  const left = isNegative(amount) ? negate(amount) : '0';
  return { vouchers, credit: formatDecimal(add(subtract(before.credit, creditApplied), left), 8) };
}
