import { type DueDate, dueDateId } from '@usance/api/due-date';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { dueDateOf, type Terms } from './due-date.ts';
import { changingFairly, refuseUsedDueDays } from './refuse-unfair-terms.ts';

type Moment = Pick<Work, 'tx' | 'now'>;

/** Agrees on a due date from a month on. 409: signed months, a month before the contract, one that has its own, the past. */
export async function createDueDate(ctx: OnLocked<Moment>, { body: terms }: { body: Terms }): Promise<DueDate> {
  await refuseUsedDueDays(ctx, terms.fromMonth);
  return changingFairly(ctx, () => insertDueDate(ctx, ctx.contract.id, terms));
}

/** Writes a due date down as it is: for a contract that is being made, of which nothing can have been signed. */
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
  conflict('DUE_DATE_CONFLICT', `A due date begins in ${month} already.`, { field: 'fromMonth' });
