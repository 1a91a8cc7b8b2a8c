import type { DueDate } from '@usance/api/due-date';
import type { Work } from '../../../platform/context/context.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { beginsAlready } from './create-due-date.ts';
import { getDueDates } from './due-date.queries.ts';
import { dueDateOf, type Terms } from './due-date.ts';
import { changingFairly, refuseSettledMonth } from './refuse-unfair-terms.ts';

/** Changes a due date; neither where it began nor where it begins now may reach a signed month. 404: not there. */
export async function updateDueDate(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { id, fromMonth, dueDays }: Terms & { id: string },
): Promise<DueDate> {
  const [before] = await getDueDates(work.tx, contract.id, [id]);
  for (const month of [before?.from_month ?? fromMonth, fromMonth]) await refuseSettledMonth(work, contract, month);
  const others = work.tx.selectFrom('due_date').where('contract_id', '=', contract.id).where('id', '!=', id);
  const taken = await others.select('id').where('from_month', '=', fromMonth).executeTakeFirst();
  if (taken) throw beginsAlready(fromMonth);
  const row = await changingFairly(work, contract, () =>
    work.tx
      .updateTable('due_date')
      .set({ from_month: fromMonth, due_days: dueDays })
      .where('contract_id', '=', contract.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return dueDateOf(row);
}
