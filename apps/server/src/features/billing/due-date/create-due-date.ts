import { type DueDate, dueDateId } from '@usance/api/due-date';
import type { BillingMonth } from '@usance/period/billing-month';
import type { Work } from '../../../platform/context/context.ts';
import { newId } from '../../../platform/ids.ts';
import { conflict } from '../../../platform/refusal.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { agreeableMonth } from './assert-changeable.ts';
import { dueDateOf } from './due-date.ts';

/** Agrees on a due date from a month on. 409: signed months, a month before the contract, or one that has its own. */
export async function createDueDate(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  terms: { fromMonth: string; dueDays: number },
): Promise<DueDate> {
  return insertDueDate(work, contract.id, { ...terms, fromMonth: await agreeableMonth(work, contract, terms) });
}

/** Writes a due date down as it is: for a contract that is being made, which nothing has been signed of. */
export async function insertDueDate(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  contractId: string,
  terms: { fromMonth: BillingMonth; dueDays: number },
): Promise<DueDate> {
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
  if (!row)
    throw conflict('DUE_DATE_CONFLICT', `A due date begins in ${terms.fromMonth} already.`, { field: 'fromMonth' });
  return dueDateOf(row);
}
