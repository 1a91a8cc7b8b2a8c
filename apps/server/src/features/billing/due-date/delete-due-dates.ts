import type { dueDates } from '@usance/api/billing/due-date';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { getDueDates } from './due-date.queries.ts';
import { refuseUsedDueDays, refusingPastDueDays } from './refuse-unfair-terms.ts';

/**
 * Deletes due dates, all or none; the earlier ones hold again. Refuses with 404 an unknown one. Refuses with 409 one
 * that a signed month uses, or without which a due day would be in the past.
 */
export async function deleteDueDates(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { query: { ids } }: { query: ParsedQuery<typeof dueDates.delete> },
): Promise<CallReply<typeof dueDates.delete>> {
  const { tx, contract } = ctx;
  const wanted = [...new Set(ids)];
  const rows = await getDueDates(tx, contract.id, wanted);
  for (const { from_month } of rows) await refuseUsedDueDays(ctx, from_month);
  await refusingPastDueDays(ctx, () =>
    tx.deleteFrom('due_date').where('contract_id', '=', contract.id).where('id', 'in', wanted).execute(),
  );
  return { deleted: rows.length };
}
