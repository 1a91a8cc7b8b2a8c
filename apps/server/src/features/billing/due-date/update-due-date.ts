import type { DueDate, dueDates } from '@usance/api/billing/due-date';
import type { ParsedBody } from '@usance/api/call';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { beginsAlready } from './create-due-date.ts';
import { getDueDates } from './due-date.queries.ts';
import { dueDateOf } from './due-date.ts';
import { refuseUsedDueDays, refusingPastDueDays } from './refuse-unfair-terms.ts';

/** Changes a due date; 404 if it does not exist. Neither its old month nor its new one may be signed. */
export async function updateDueDate(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body: { id, fromMonth, dueDays } }: { body: ParsedBody<typeof dueDates.update> },
): Promise<DueDate> {
  const { tx, contract } = ctx;
  const [before] = await getDueDates(tx, contract.id, [id]);
  for (const month of [before?.from_month ?? fromMonth, fromMonth]) await refuseUsedDueDays(ctx, month);
  const others = tx.selectFrom('due_date').where('contract_id', '=', contract.id).where('id', '!=', id);
  const taken = await others.select('id').where('from_month', '=', fromMonth).executeTakeFirst();
  if (taken) throw beginsAlready(fromMonth);
  const row = await refusingPastDueDays(ctx, () =>
    tx
      .updateTable('due_date')
      .set({ from_month: fromMonth, due_days: dueDays })
      .where('contract_id', '=', contract.id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return dueDateOf(row);
}
