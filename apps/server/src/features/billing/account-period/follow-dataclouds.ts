import { hourMs } from '@usance/period/instant';
import type { Work } from '#platform/context/context.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { Provisioner } from '../../contract/datacloud/provisioner.ts';
import { bringDataclouds } from '../../contract/datacloud/service.ts';

/**
 * Brings a contract's data clouds to its account period: suspension pauses them, destruction deletes them, and a cure
 * resumes them. Those not there yet are asked again in an hour.
 */
export async function followDataclouds(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<void> {
  const { tx, now } = work;
  const kept = await tx
    .selectFrom('account_period')
    .select('service')
    .where('contract_id', '=', contract.id)
    .where('follow_at', '<=', now)
    .executeTakeFirst();
  if (!kept) return;
  const fit = await bringDataclouds(work, contract, kept.service, provisioner);
  await tx
    .updateTable('account_period')
    .set({ follow_at: fit ? null : new Date(now.getTime() + hourMs) })
    .where('contract_id', '=', contract.id)
    .execute();
}

/** Lets a contract's data clouds follow its account period now, because a budget has freed some of them. */
export async function followAtOnce(
  work: Pick<Work, 'tx' | 'now'>,
  contract: LockedContract,
  provisioner: Provisioner,
): Promise<void> {
  await work.tx
    .insertInto('account_period')
    .values({ contract_id: contract.id, follow_at: work.now })
    .onConflict((kept) => kept.column('contract_id').doUpdateSet({ follow_at: work.now }))
    .execute();
  await followDataclouds(work, contract, provisioner);
}
