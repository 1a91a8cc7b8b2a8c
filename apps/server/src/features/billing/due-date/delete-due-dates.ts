import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { dueDates } from '@usance/api/due-date';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getDueDates } from './due-date.queries.ts';
import { changingFairly, refuseUsedDueDays } from './refuse-unfair-terms.ts';

/** Takes due dates back, all or none; what held before them holds again. 404: one is not there. 409: signed, the past. */
export async function deleteDueDates(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { query: { ids } }: { query: ParsedQuery<typeof dueDates.delete> },
): Promise<CallReply<typeof dueDates.delete>> {
  const { tx, contract } = ctx;
  const wanted = [...new Set(ids)];
  const rows = await getDueDates(tx, contract.id, wanted);
  for (const { from_month } of rows) await refuseUsedDueDays(ctx, from_month);
  await changingFairly(ctx, () =>
    tx.deleteFrom('due_date').where('contract_id', '=', contract.id).where('id', 'in', wanted).execute(),
  );
  return { deleted: rows.length };
}
