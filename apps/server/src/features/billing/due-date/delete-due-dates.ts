import type { Work } from '../../../platform/context/context.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { getDueDates } from './due-date.queries.ts';
import { changingFairly, refuseSettledMonth } from './refuse-unfair-terms.ts';

/** Takes due dates back, all or none; what held before them holds again. 404: one is not there. 409: signed, the past. */
export async function deleteDueDates(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)];
  const rows = await getDueDates(work.tx, contract.id, wanted);
  for (const { from_month } of rows) await refuseSettledMonth(work, contract, from_month);
  await changingFairly(work, contract, () =>
    work.tx.deleteFrom('due_date').where('contract_id', '=', contract.id).where('id', 'in', wanted).execute(),
  );
  return rows.length;
}
