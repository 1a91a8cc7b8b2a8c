import { says } from '@usance/api/rule';
import { add, compare, type Decimal, formatDecimal, isNegative, least, subtract, zero } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import type { Work } from '#platform/context/context.ts';
import { conflict, invalidParameter } from '#platform/refusal.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { bookCredit } from '../../settlement/book-credit.ts';
import { collectableOf } from '../../settlement/collectable.ts';
import { keepState } from '../../statement-record/keep-statement.ts';
import type { StatementRow } from '../../statement-record/statement.queries.ts';
import type { Change } from '../../statement-record/statement-state.ts';
import { payFromCredit } from '../settling/pay-by-credit.ts';

/** Refuses with 400 a credit with a fraction of a cent, which no statement could settle. */
export function refuseFraction(credit: string, field: string): void {
  const places = 2;
  if (compare(credit, roundHalfUp(credit, places)) !== 0)
    throw invalidParameter(field, says('signedDecimal', { places }));
}

/** Refuses with 409 a credit that ends no dispute, or that exceeds what the statement asks for less earlier credits. */
export function refuseCredit(
  statement: StatementRow,
  { change, credit, field }: { change: Change; credit: string; field: string },
): void {
  const { id, month } = statement;
  if (change === 'dispute') throw invalidParameter(field, 'A credit ends a dispute: confirmState must be confirmed.');
  if (change !== 'endDispute')
    throw conflict('STATEMENT_STATE_CONFLICT', `The statement of ${month} is not in dispute.`, {
      statementID: id,
      field,
    });
  const most = formatDecimal(givableOf(statement), 8);
  if (compare(credit, most) <= 0) return;
  throw conflict(
    'STATEMENT_CREDIT_TOO_LARGE',
    `At most ${most} of the statement of ${month} can still be given back.`,
    { statementID: id, field, most },
  );
}

/** Returns what a statement asks for, whoever pays it, less earlier credits; 0 for a month below 0. */
function givableOf(statement: StatementRow): Decimal {
  const asked = collectableOf(statement);
  return isNegative(asked) ? zero : subtract(asked, statement.credited);
}

/**
 * Books the credit of an upheld dispute, which pays what is unpaid of the disputed statement. The rest is for other
 * statements; what was signed stays.
 */
export async function creditUpheld(
  work: Work,
  contract: LockedContract,
  statement: StatementRow,
  credit: string,
): Promise<void> {
  await bookCredit(work, contract, statement, { kind: 'credit', amount: credit });
  await keepState(work, statement, { credited: formatDecimal(add(statement.credited, credit), 8) });
  await payFromCredit(work, contract, statement, least(credit, statement.undeducted));
}
