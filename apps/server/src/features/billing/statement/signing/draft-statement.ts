import { formatDecimal } from '@usance/money/decimal';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import { creditLeft, type Settlement, type ShownLine, settle, statementAmounts } from '../record/statement-amounts.ts';
import { inStatementOrder } from './statement-digest.ts';

/** What a month comes to, before it is signed. */
export interface Draft extends Settlement {
  readonly exactAmount: string;
  readonly amount: string;
  readonly lines: readonly ShownLine<MonthLine>[];
}

/** Sums a month and settles it against the contract's credit. Vouchers pay nothing before they exist. */
export async function draftStatement(db: DbOrTx, contractId: string, lines: readonly MonthLine[]): Promise<Draft> {
  const amounts = statementAmounts(inStatementOrder(lines));
  const earlier = await db
    .selectFrom('statement')
    .select(['amount', 'credit_applied'])
    .where('contract_id', '=', contractId)
    .execute();
  const credit = formatDecimal(creditLeft(earlier));
  return { ...amounts, ...settle({ amount: amounts.amount, vouchers: '0', credit }) };
}
