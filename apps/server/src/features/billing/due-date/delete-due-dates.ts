import { parseBillingMonth } from '@usance/period/billing-month';
import type { Work } from '../../../platform/context/context.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { assertUnsigned } from './assert-changeable.ts';
import { getDueDates } from './due-date.queries.ts';

/** Takes due dates back, all or none; what held before them holds again. 404: one is not there. 409: signed months. */
export async function deleteDueDates(
  work: Pick<Work, 'tx'>,
  contract: LockedContract,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)];
  const rows = await getDueDates(work.tx, contract.id, wanted);
  await assertUnsigned(
    work,
    contract,
    rows.map(({ from_month }) => parseBillingMonth(from_month)),
  );
  await work.tx.deleteFrom('due_date').where('contract_id', '=', contract.id).where('id', 'in', wanted).execute();
  return rows.length;
}
