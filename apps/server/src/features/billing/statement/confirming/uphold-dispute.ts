import { says } from '@usance/api/rule';
import { add, compare, type Decimal, formatDecimal, isZero, subtract, sum } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { Work } from '#platform/context/context.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { bookCredit } from '../../settlement/book-credit.ts';
import { keepState } from '../../statement-record/keep-statement.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';
import type { Change } from '../../statement-record/statement-state.ts';

/** Refuses with 400 a credit with a fraction of a cent, which no statement could settle. */
export function refuseFraction(credit: string, field: string): void {
  const places = 2;
  if (compare(credit, roundHalfUp(credit, places)) !== 0)
    throw invalidParameter(field, says('signedDecimal', { places }));
}

/**
 * Refuses with 409 a credit that ends no dispute, or that exceeds the paid amount: an unpaid part would still be
 * owed.
 */
export function refuseCredit(
  statement: StatementRow,
  { change, credit, field }: { change: Change; credit: string; field: string },
): void {
  const { id, month, cash_deducted } = statement;
  if (change === 'dispute') throw invalidParameter(field, 'A credit ends a dispute: confirmState must be confirmed.');
  if (change !== 'endDispute')
    throw conflict('STATEMENT_STATE_CONFLICT', `The statement of ${month} is not in dispute.`, {
      statementID: id,
      field,
    });
  const most = formatDecimal(givableOf(statement), 8);
  if (compare(credit, most) <= 0) return;
  const instead = isZero(cash_deducted)
    ? 'Delete the statement and sign the month again instead.'
    : 'Dispute it again once the rest is paid.';
  throw conflict(
    'STATEMENT_CREDIT_TOO_LARGE',
    `Only what has been paid can be given back: at most ${most} of the statement of ${month}. ${instead}`,
    { statementID: id, field, most },
  );
}

/** Returns the paid amount of a statement less earlier credits. */
function givableOf({ cash_deducted, voucher_deducted, credit_applied, credited }: StatementRow): Decimal {
  return subtract(sum([cash_deducted, voucher_deducted, credit_applied]), credited);
}

/** Books the credit of an upheld dispute for later statements; the disputed statement stays as signed. */
export async function creditUpheld(
  work: Work,
  contract: LockedContract,
  statement: StatementRow,
  credit: string,
): Promise<void> {
  await bookCredit(work, contract, statement, { kind: 'credit', amount: credit });
  await keepState(work, statement, { credited: formatDecimal(add(statement.credited, credit), 8) });
}
