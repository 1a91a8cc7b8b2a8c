import { add, formatDecimal, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { marketplaceShares } from '../../../metering/marketplace-share/marketplace-share.queries.ts';
import { oursOf } from '../../../metering/marketplace-share/split-hours.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { type PayingVoucher, payingVouchers } from '../../../money/voucher/voucher.queries.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { reachOf } from '../../settlement/pay-hours.ts';
import { planSettlement, type SettlementPlan } from '../../settlement/plan-settlement.ts';
import { type ShownLine, statementAmounts } from '../content/statement-amounts.ts';
import { type MovedBefore, movedByEarlier, nothingMoved } from '../settling/moved-by-earlier.ts';
import type { RatedMonth } from './month/rated-month.ts';
import { inStatementOrder } from './statement-digest.ts';

/** The content of a month before it is signed. */
export interface Draft extends SettlementPlan {
  readonly exactAmount: string;
  readonly amount: string;
  /** The part of the amount that a marketplace bills. */
  readonly marketplaceMetered: string;
  readonly lines: readonly ShownLine<MonthLine>[];
  /** The vouchers that could pay, with the amounts written off. */
  readonly vouchers: readonly PayingVoucher[];
}

/** The assumptions about the time before signing. */
export interface Before {
  /** The amounts returned to vouchers and credit. */
  readonly given?: MovedBefore | undefined;
  /** True if earlier open months count as signed, so that their credit is available. */
  readonly inTurn?: boolean | undefined;
}

/**
 * Sums a month and plans its payment. Each voucher pays the hours of its window; late usage counts in the hour of its
 * use, even if the voucher ended before the month. Earlier open months keep their part of vouchers and credit, and earlier
 * unpaid statements theirs of credit. Usage that a marketplace bills takes neither.
 */
export async function draftStatement(
  db: DbOrTx,
  contract: Pick<ContractRow, 'id' | 'currency' | 'is_study'>,
  { month, lines, hours }: Pick<RatedMonth, 'lines' | 'hours'> & { month: BillingMonth },
  { given = nothingMoved, inTurn = false }: Before = {},
): Promise<Draft> {
  const amounts = statementAmounts(inStatementOrder(lines));
  const balances = await balancesOf(db, contract.id);
  const moved = await movedByEarlier(db, contract, month, given);
  // Credit that an earlier month will leave exists only once that is signed.
  const credit = formatDecimal(add(balances.credit, inTurn ? moved.credit : moved.leastCredit), 8);
  const cycle = rangeOf(month, billingZoneOf(contract.currency));
  const shares = await marketplaceShares(db, contract.id);
  const ours = shares === undefined ? hours : oursOf(shares, month, hours);
  const vouchers = await payingVouchers(db, contract.id, reachOf(cycle, ours), moved.vouchers);
  const amount = shares === undefined ? amounts.amount : roundedSum(ours);
  const marketplaceMetered = formatDecimal(subtract(amounts.amount, amount), 8);
  return { ...amounts, marketplaceMetered, vouchers, ...planSettlement({ amount, hours: ours, vouchers, credit }) };
}

/** Returns the amount of hours, rounded once. */
function roundedSum(hours: RatedMonth['hours']): string {
  return formatDecimal(roundHalfUp(sum(hours.map(({ amount }) => amount)), 2), 8);
}
