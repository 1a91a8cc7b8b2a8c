import { parseDay } from '@usance/period/day';
import { instantOf } from '@usance/period/instant';
import { daysOfDispute } from '@usance/period/statement-calendar';
import { billingZoneOf } from '@usance/period/zone';
import { sql, type UpdateObject } from 'kysely';
import type { Work } from '../../../../platform/context/context.ts';
import type { Database, Tx } from '../../../../platform/postgres/database.ts';
import { conflict, notFound } from '../../../../platform/refusal.ts';
import type { LockedContract } from '../../../party/contract/contract.queries.ts';
import { hiddenAtEnd } from '../../account-period/figures/liabilities.ts';
import { refuseRepeats } from '../record/refuse-repeats.ts';
import { findStatements, type StatementRow } from '../record/statement.queries.ts';
import { type Change, type ConfirmState, changeBetween } from '../record/statement-state.ts';
import { deductDue } from '../settling/deduct-due.ts';
import { holdFor, releaseHold } from './hold.ts';
import { creditUpheld, refuseCredit, refuseFraction } from './uphold-dispute.ts';

/** `credit`: what a dispute that ends was upheld for, above 0. */
export type StateChange = {
  readonly id: string;
  readonly confirmState: ConfirmState;
  readonly credit?: string | undefined;
};

/**
 * Confirms statements, puts them in dispute or ends a dispute, all or none. A dispute holds the cash and stops the
 * calendar, which has the days that it took more afterwards; what a confirmation makes due is deducted at once.
 * `allowed`: a customer may only confirm what is unconfirmed. 400: an id twice, a fraction of a coin. 404: an id that is not there. 409: a
 * change that the state does not allow, or more credit than has paid the statement.
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
  const steps = changes.map(({ id, confirmState, credit }, index) => {
    const statement = found.get(id);
    if (!statement) throw notFound('STATEMENT_NOT_FOUND');
    const change = changeBetween(statement.confirm_state, confirmState);
    if (!change || !allowed.includes(change)) throw notAllowed(statement, confirmState);
    if (credit !== undefined) refuseCredit(statement, { change, credit, field: `${index}.credit` });
    return { statement, change, credit };
  });
  for (const { statement, change, credit } of steps) {
    await apply(work, contract, statement, change);
    if (credit !== undefined) await creditUpheld(work, contract, statement, credit);
  }
  await deductDue(work, contract);
  const after = new Map((await findStatements(tx, contract.id, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => after.get(id) ?? []);
}

async function apply(work: Work, contract: LockedContract, statement: StatementRow, change: Change): Promise<void> {
  switch (change) {
    case 'confirm':
      return update(work.tx, statement, { confirm_state: 'confirmed' });
    case 'dispute':
      await update(work.tx, statement, { confirm_state: 'manualProcessing', disputed_at: work.now });
      await holdFor(work, contract, statement);
      return;
    case 'endDispute':
      await releaseHold(work, contract, statement);
      return endDispute(work, statement);
  }
}

/** Confirms it, and gives its calendar back the days for which it stood still; that it was overdue is not forgotten. */
function endDispute({ tx, now }: Work, statement: StatementRow): Promise<void> {
  const disputedAt = instantOf(statement.disputed_at ?? now);
  const span = { disputedAt, endedAt: instantOf(now) };
  const days = daysOfDispute(parseDay(statement.due_on), billingZoneOf(statement.currency), span);
  // Days of 24 hours: those of the session's zone may be longer or shorter.
  const later = (time: 'confirm_at' | 'deduct_at' | 'overdue_from') =>
    sql<Date>`${sql.ref(time)} + ${days}::int * interval '24 hours'`;
  return update(tx, statement, {
    confirm_state: 'confirmed',
    disputed_at: null,
    hidden_at: hiddenAtEnd,
    review_reason: null,
    due_on: sql<string>`due_on + ${days}::int`,
    confirm_at: later('confirm_at'),
    deduct_at: later('deduct_at'),
    overdue_from: later('overdue_from'),
  });
}

async function update(
  tx: Tx,
  { contract_id, id }: StatementRow,
  changed: UpdateObject<Database, 'statement'>,
): Promise<void> {
  await tx.updateTable('statement').set(changed).where('contract_id', '=', contract_id).where('id', '=', id).execute();
}

function notAllowed(statement: StatementRow, wanted: ConfirmState) {
  const metadata = { statementID: statement.id, month: statement.month, confirmState: statement.confirm_state };
  if (statement.confirm_state === wanted) {
    const word = wanted === 'confirmed' ? 'confirmed' : wanted === 'unconfirmed' ? 'unconfirmed' : 'in dispute';
    return conflict('STATEMENT_STATE', `The statement of ${statement.month} is ${word} already.`, metadata);
  }
  if (statement.confirm_state === 'manualProcessing')
    return conflict('STATEMENT_STATE', `The statement of ${statement.month} is being looked into.`, metadata);
  return conflict('STATEMENT_STATE', `The statement of ${statement.month} cannot go back to that.`, metadata);
}
