import type { DueDate } from '@usance/api/due-date';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { Work } from '../../../platform/context/context.ts';
import { conflict } from '../../../platform/refusal.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { agreeableMonth, assertUnsigned } from './assert-changeable.ts';
import { getDueDates } from './due-date.queries.ts';
import { dueDateOf } from './due-date.ts';

/** Changes a due date; neither where it began nor where it begins now may reach a signed month. 404: not there. */
export async function updateDueDate(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  { id, ...terms }: { id: string; fromMonth: string; dueDays: number },
): Promise<DueDate> {
  const { tx } = work;
  const before = await getDueDates(tx, contract.id, [id]);
  await assertUnsigned(
    work,
    contract,
    before.map(({ from_month }) => parseBillingMonth(from_month)),
  );
  const month = await agreeableMonth(work, contract, terms);
  const taken = await tx
    .selectFrom('due_date')
    .select('id')
    .where('contract_id', '=', contract.id)
    .where('from_month', '=', month)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (taken) throw conflict('DUE_DATE_CONFLICT', `A due date begins in ${month} already.`, { field: 'fromMonth' });
  const row = await tx
    .updateTable('due_date')
    .set({ from_month: month, due_days: terms.dueDays })
    .where('contract_id', '=', contract.id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return dueDateOf(row);
}
