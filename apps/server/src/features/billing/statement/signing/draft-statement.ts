import { add, formatDecimal } from '@usance/money/decimal';
import { type BillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { type PayingVoucher, payingVouchers } from '../../../money/voucher/voucher.queries.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { planSettlement, type SettlementPlan } from '../../settlement/plan-settlement.ts';
import { type ShownLine, statementAmounts } from '../content/statement-amounts.ts';
import type { RatedMonth } from './rated-month.ts';
import { inStatementOrder } from './statement-digest.ts';

/** What a month comes to, before it is signed. */
export interface Draft extends SettlementPlan {
  readonly exactAmount: string;
  readonly amount: string;
  readonly lines: readonly ShownLine<MonthLine>[];
  /** Those that could pay, and what of them was written off. */
  readonly vouchers: readonly PayingVoucher[];
}

/** What vouchers and credit are given before a month is paid: below 0 where earlier months take it. */
export interface MovedBefore {
  readonly vouchers: ReadonlyMap<string, string>;
  readonly credit: string;
}

const nothingMoved: MovedBefore = { vouchers: new Map(), credit: '0' };

/**
 * Sums a month and plans how it is paid: by the vouchers whose windows reach into it, each for the hours of its own, late
 * usage by the hour in which it was used.
 */
export async function draftStatement(
  db: DbOrTx,
  contract: Pick<ContractRow, 'id' | 'currency'>,
  { month, lines, hours }: Pick<RatedMonth, 'lines' | 'hours'> & { month: BillingMonth },
  moved: MovedBefore = nothingMoved,
): Promise<Draft> {
  const amounts = statementAmounts(inStatementOrder(lines));
  const balances = await balancesOf(db, contract.id);
  const credit = formatDecimal(add(balances.credit, moved.credit), 8);
  const cycle = rangeOf(month, billingZoneOf(contract.currency));
  const vouchers = await payingVouchers(db, contract.id, cycle, moved.vouchers);
  return { ...amounts, vouchers, ...planSettlement({ amount: amounts.amount, hours, vouchers, credit }) };
}
