import type { Work } from '#platform/context/context.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { LockedContract } from '../../../contract/contract/contract.queries.ts';
import { refuseClockAhead } from '../../calendar/refuse-clock-ahead.ts';
import { endDispute } from '../../statement-record/end-dispute.ts';
import { holdFor, releaseHold } from '../../statement-record/hold.ts';
import { keepState } from '../../statement-record/keep-statement.ts';
import { findStatements, type StatementRow } from '../../statement-record/statement.queries.ts';
import { type Change, type ConfirmState, changeBetween } from '../../statement-record/statement-state.ts';
import { refuseRepeats } from '../content/refuse-repeats.ts';
import { deductDue } from '../settling/deduct-due.ts';
import { creditUpheld, refuseCredit, refuseFraction } from './uphold-dispute.ts';

/** `credit` is the amount above 0 for which an ending dispute is upheld; `told` says which customer disputes, and why. */
export type StateChange = {
  readonly id: string;
  readonly confirmState: ConfirmState;
  readonly credit?: string | undefined;
  readonly told?: Told;
};
interface Told {
  readonly by: string;
  readonly reason: string;
}

/**
 * Confirms or disputes statements, or ends disputes, all or none. A dispute holds cash and stops the dates, which
 * move by its length when it ends. Statements that are due once confirmed are deducted at once. The changes are
 * limited to those in `allowed`: a customer may only confirm.
 *
 * - 400: a repeated id, or a fraction of a cent
 * - 404: an unknown id
 * - 409: a change that the state does not allow, more credit than the statement asks for, or the end of a dispute by a
 *   clock that is ahead
 */
export async function changeConfirmations(
  work: Work,
  contract: LockedContract,
  changes: readonly StateChange[],
  allowed: readonly Change[],
): Promise<StatementRow[]> {
  const { tx } = work;
  const ids = changes.map(({ id }) => id);
  refuseRepeats(ids, (index) => `${index}.id`);
  changes.forEach(({ credit }, index) => {
    if (credit !== undefined) refuseFraction(credit, `${index}.credit`);
  });
  const found = new Map((await findStatements(tx, contract.id, ids)).map((row) => [row.id, row]));
  const steps = changes.map(({ id, confirmState, credit, told }, index) => {
    const statement = found.get(id);
    if (!statement) throw notFound('STATEMENT_NOT_FOUND');
    const change = changeBetween(statement.confirm_state, confirmState);
    if (!change || !allowed.includes(change)) throw notAllowed(statement, confirmState);
    if (credit !== undefined) refuseCredit(statement, { change, credit, field: `${index}.credit` });
    return { statement, change, credit, told };
  });
  for (const { statement, change, credit, told } of steps) {
    await apply(work, contract, statement, change, told);
    if (credit !== undefined) await creditUpheld(work, contract, statement, credit);
  }
  await deductDue(work, contract);
  const after = new Map((await findStatements(tx, contract.id, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => after.get(id) ?? []);
}

async function apply(
  work: Work,
  contract: LockedContract,
  statement: StatementRow,
  change: Change,
  told: Told | undefined,
): Promise<void> {
  switch (change) {
    case 'confirm':
      await keepState(work, statement, { confirm_state: 'confirmed', confirmed_at: work.now });
      return;
    case 'dispute':
      await keepState(work, statement, {
        confirm_state: 'manualProcessing',
        confirmed_at: null,
        disputed_at: work.now,
        ...(told && { disputed_by: told.by, review_reason: told.reason }),
      });
      await holdFor(work, contract, statement);
      return;
    case 'endDispute':
      await refuseClockAhead(work.tx, work.now);
      await releaseHold(work, contract, statement);
      await endDispute(work, statement);
  }
}

function notAllowed(statement: StatementRow, wanted: ConfirmState) {
  const metadata = { statementID: statement.id, month: statement.month, confirmState: statement.confirm_state };
  if (statement.confirm_state === wanted) {
    const word = wanted === 'confirmed' ? 'confirmed' : wanted === 'unconfirmed' ? 'unconfirmed' : 'in dispute';
    return conflict('STATEMENT_STATE_CONFLICT', `The statement of ${statement.month} is already ${word}.`, metadata);
  }
  if (statement.confirm_state === 'manualProcessing')
    return conflict('STATEMENT_STATE_CONFLICT', `The statement of ${statement.month} is under review.`, metadata);
  return conflict(
    'STATEMENT_STATE_CONFLICT',
    `The statement of ${statement.month} cannot return to that state.`,
    metadata,
  );
}
