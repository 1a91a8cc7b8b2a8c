import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import { endedStates } from './datacloud-state.ts';
import { copyTags } from './tag/keep-tags.ts';

/**
 * Moves the data clouds of a contract to its locked successor without stopping them or their open orders. The history
 * rows written here keep earlier usage with the former contract. A data cloud that came to the contract after the
 * instant moves when it came.
 */
export async function moveDataclouds(tx: Tx, from: LockedContract, to: string, at: Date): Promise<void> {
  const moved = await tx
    .selectFrom('datacloud')
    .select(['id', 'since'])
    .where('contract_id', '=', from.id)
    .where('state', 'not in', endedStates)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, since } of moved) {
    const from_at = since;
    const to_at = since !== null && since > at ? since : at;
    await tx
      .insertInto('datacloud_former_contract')
      .values({ contract_id: from.id, datacloud_id: id, from_at, to_at })
      .execute();
    await tx
      .updateTable('datacloud')
      .set({ contract_id: to, since: to_at })
      .where('contract_id', '=', from.id)
      .where('id', '=', id)
      .execute();
  }
  await copyTags(tx, { from: from.id, to, datacloudIds: moved.map(({ id }) => id) });
}
