import { formatDecimal } from '@usance/money/decimal';
import {
  type BillingMonth,
  billingMonthOf,
  compareMonths,
  parseBillingMonth,
  rangeOf,
} from '@usance/period/billing-month';
import { instantOfEpochMs } from '@usance/period/instant';
import { billingZoneOf } from '@usance/period/zone';
import type { DbOrTx } from '../../../../platform/postgres/database.ts';
import { conflict } from '../../../../platform/refusal.ts';
import type { ContractRow } from '../../../party/contract/contract.ts';
import type { ExactLine } from '../record/exact-line.ts';
import { creditLeft, type Settlement, type ShownLine, settle, statementAmounts } from '../record/statement-amounts.ts';
import { inStatementOrder } from './statement-digest.ts';
import '../record/statement.table.ts';

/** What a month comes to, before it is signed. */
export interface Draft extends Settlement {
  readonly exactAmount: string;
  readonly amount: string;
  readonly lines: readonly ShownLine<ExactLine>[];
}

/** The month, if the contract could have a statement of it: begun, not before the contract, and not signed yet; else 409. */
export async function assertUnsigned(
  db: DbOrTx,
  contract: ContractRow,
  text: string,
  now: Date,
): Promise<BillingMonth> {
  const month = parseBillingMonth(text);
  const monthOf = (at: Date) => billingMonthOf(instantOfEpochMs(at.getTime()), billingZoneOf(contract.currency));
  if (compareMonths(month, monthOf(now)) > 0)
    throw conflict('MONTH_NOT_BEGUN', `${month} has not begun.`, { field: 'month' });
  if (compareMonths(month, monthOf(contract.commencing_on)) < 0)
    throw conflict('MONTH_BEFORE_CONTRACT', `The contract began after ${month}.`, { field: 'month' });
  const signed = await db
    .selectFrom('statement')
    .select('id')
    .where('contract_id', '=', contract.id)
    .where('month', '=', month)
    .executeTakeFirst();
  if (signed)
    throw conflict('STATEMENT_ALREADY_SIGNED', `${month} is signed already.`, {
      field: 'month',
      statementID: signed.id,
    });
  return month;
}

/** Sums a month and settles it against the contract's credit. Vouchers pay nothing before they exist. */
export async function draftStatement(
  db: DbOrTx,
  contract: ContractRow,
  exactLines: readonly ExactLine[],
): Promise<Draft> {
  const amounts = statementAmounts(inStatementOrder(exactLines));
  const earlier = await db
    .selectFrom('statement')
    .select(['amount', 'credit_applied'])
    .where('contract_id', '=', contract.id)
    .execute();
  const credit = formatDecimal(creditLeft(earlier));
  return { ...amounts, ...settle({ amount: amounts.amount, vouchers: '0', credit }) };
}

/** The month's first instant and the first after it, as the database takes them. */
export function cycleOf(month: BillingMonth, contract: ContractRow): { start: Date; end: Date } {
  const { start, end } = rangeOf(month, billingZoneOf(contract.currency));
  return { start: new Date(start), end: new Date(end) };
}
