import { add, formatDecimal, isNegative, least, negate, subtract } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { openMonths } from '../../../metering/billing-day/open-months.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { payingVouchers } from '../../../money/voucher/voucher.queries.ts';
import { reachOf } from '../../settlement/pay-hours.ts';
import { planSettlement, type SettlementPlan } from '../../settlement/plan-settlement.ts';

/** The changes of vouchers and credit before a month is paid; below 0 if earlier months use them. */
export interface MovedBefore {
  readonly vouchers: ReadonlyMap<string, string>;
  readonly credit: string;
}

/** The changes after all earlier open months. */
interface MovedByThem extends MovedBefore {
  /** The lowest value of credit on the way: using more of it now takes it from an earlier month. */
  readonly leastCredit: string;
}

export const nothingMoved: MovedBefore = { vouchers: new Map(), credit: '0' };

/**
 * Returns the changes of vouchers and credit before a month: the given ones, and those of the earlier open months by
 * their rated usage, oldest first. A month's payment therefore does not depend on whether earlier ones are signed
 * first.
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
  for (const { range, hours, amount } of await openMonths(db, contract.id, month)) {
    const vouchers = await payingVouchers(db, contract.id, reachOf(range, hours), moved.vouchers);
    const { credit } = await balancesOf(db, contract.id);
    const has = formatDecimal(add(credit, moved.credit), 8);
    const after = movedBy(moved, amount, planSettlement({ amount, hours, vouchers, credit: has }));
    moved = { ...after, leastCredit: formatDecimal(least(moved.leastCredit, after.credit), 8) };
  }
  return moved;
}

function movedBy(before: MovedBefore, amount: string, { payments, creditApplied }: SettlementPlan): MovedBefore {
  const vouchers = new Map(before.vouchers);
  for (const payment of payments)
    if ('id' in payment)
      vouchers.set(payment.id, formatDecimal(subtract(vouchers.get(payment.id) ?? '0', payment.amount), 8));
  const left = isNegative(amount) ? negate(amount) : '0';
  return { vouchers, credit: formatDecimal(add(subtract(before.credit, creditApplied), left), 8) };
}
