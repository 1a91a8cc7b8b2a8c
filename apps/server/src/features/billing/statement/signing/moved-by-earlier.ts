import { add, formatDecimal, isNegative, least, negate, subtract } from '@usance/money/decimal';
import type { BillingMonth } from '@usance/period/billing-month';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { openMonths } from '../../../metering/billing-day/open-months.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { payingVouchers } from '../../../money/voucher/voucher.queries.ts';
import { reachOf } from '../../settlement/pay-hours.ts';
import { planSettlement, type SettlementPlan } from '../../settlement/plan-settlement.ts';

/** What vouchers and credit are given before a month is paid: below 0 where earlier months take it. */
export interface MovedBefore {
  readonly vouchers: ReadonlyMap<string, string>;
  readonly credit: string;
}

/** As earlier open months leave them. */
interface MovedByThem extends MovedBefore {
  /** The least that credit comes to on the way: whoever takes more of it now takes it from one of them. */
  readonly leastCredit: string;
}

export const nothingMoved: MovedBefore = { vouchers: new Map(), credit: '0' };

/**
 * What vouchers and credit have come to before a month: what was given to them, and what the earlier open months will take,
 * the oldest first, by what is rated of them. So it does not matter to a month whether those before it are signed first.
 */
export async function movedByEarlier(
  db: DbOrTx,
  contract: Pick<ContractRow, 'id' | 'is_study'>,
  month: BillingMonth,
  given: MovedBefore,
): Promise<MovedByThem> {
  let moved: MovedByThem = { ...given, leastCredit: given.credit };
  // No month of a study is ever signed, so none takes anything.
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
