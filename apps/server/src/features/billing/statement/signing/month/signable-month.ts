import { type BillingMonth, compareMonths } from '@usance/period/billing-month';
import { signAt, statementDay } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict } from '#platform/refusal.ts';
import { type ContractRow, firstMonthOf, monthAt } from '../../../../contract/contract/contract.ts';
import { beforeContract, closedMonths } from '../../../../metering/closed-month/closed-month.ts';
import { findStatementOf } from '../../../statement-record/statement.queries.ts';

/** Refuses with 409 a month that has not begun, is before the contract or is signed. */
export async function assertOpenMonth(
  db: DbOrTx,
  contract: ContractRow,
  month: BillingMonth,
  now: Date,
): Promise<void> {
  if (compareMonths(month, monthAt(contract, now)) > 0)
    throw conflict('MONTH_NOT_BEGUN', `${month} has not begun.`, { field: 'month' });
  if (compareMonths(month, firstMonthOf(contract)) < 0) throw beforeContract(contract, 'month');
  if ((await closedMonths(db, contract.id)).has(month)) {
    const signed = await findStatementOf(db, contract.id, month);
    throw conflict('STATEMENT_ALREADY_SIGNED', `${month} is already signed.`, {
      field: 'month',
      ...(signed && { statementID: signed.id }),
    });
  }
}

/** Refuses a study with 409: it has no debts and so no statements. */
export function refuseStudy({ is_study: isStudy }: Pick<ContractRow, 'is_study'>): void {
  if (isStudy) throw conflict('CONTRACT_STATE_CONFLICT', 'This contract is a study: it is not charged.');
}

/** Refuses with 409 a month that is not open, is of a study, or is signed later than now. */
export async function assertSignable(db: DbOrTx, contract: ContractRow, month: BillingMonth, now: Date): Promise<void> {
  refuseStudy(contract);
  await assertOpenMonth(db, contract, month, now);
  if (now.getTime() < signAt(month, billingZoneOf(contract.currency)))
    throw conflict('STATEMENT_TOO_EARLY', `${month} is signed from 09:00 on ${statementDay(month)}.`, {
      field: 'month',
    });
}
