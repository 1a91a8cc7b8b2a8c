import { type DueDate, dueDateId } from '@usance/api/billing/due-date';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { dueDateOf, type Terms } from './due-date.ts';
import { refuseUsedDueDays, refusingPastDueDays } from './refuse-unfair-terms.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/**
 * Agrees a due date from a month on. Refuses with 409 a signed month, a month before the contract or with a due date
 * of its own, and a due day in the past.
 */
export async function createDueDate(ctx: OnLocked<Moment>, { body: terms }: { body: Terms }): Promise<DueDate> {
  await refuseUsedDueDays(ctx, terms.fromMonth);
  return refusingPastDueDays(ctx, () => insertDueDate(ctx, ctx.contract.id, terms));
}

/** Inserts a due date without checks, for a new contract that has no signed month. */
export async function insertDueDate({ tx, now }: Moment, contractId: string, terms: Terms): Promise<DueDate> {
  const row = await tx
    .insertInto('due_date')
    .values({
      contract_id: contractId,
      id: newId(dueDateId),
      from_month: terms.fromMonth,
      due_days: terms.dueDays,
      created_at: now,
    })
    .onConflict((taken) => taken.columns(['contract_id', 'from_month']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw beginsAlready(terms.fromMonth);
  return dueDateOf(row);
}

export const beginsAlready = (month: string) =>
  conflict('DUE_DATE_CONFLICT', `A due date already begins in ${month}.`, { field: 'fromMonth' });
