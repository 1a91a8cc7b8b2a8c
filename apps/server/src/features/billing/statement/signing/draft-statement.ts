import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { planSettlement, type SettlementPlan } from '../../settlement/plan-settlement.ts';
import { type ShownLine, statementAmounts } from '../content/statement-amounts.ts';
import { inStatementOrder } from './statement-digest.ts';

/** What a month comes to, before it is signed. */
export interface Draft extends SettlementPlan {
  readonly exactAmount: string;
  readonly amount: string;
  readonly lines: readonly ShownLine<MonthLine>[];
}

/** Sums a month and plans how it is paid. Vouchers pay nothing before they exist, so that the month is one part. */
export async function draftStatement(db: DbOrTx, contractId: string, lines: readonly MonthLine[]): Promise<Draft> {
  const amounts = statementAmounts(inStatementOrder(lines));
  const { credit } = await balancesOf(db, contractId);
  const { amount, exactAmount } = amounts;
  return { ...amounts, ...planSettlement({ amount, parts: [exactAmount], vouchers: [], credit }) };
}
