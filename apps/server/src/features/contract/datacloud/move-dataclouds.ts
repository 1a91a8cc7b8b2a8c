import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../contract/contract.queries.ts';
import { endedStates } from './datacloud-state.ts';

/**
 * Has the data clouds of a contract go over to the one that renews it, which is locked as well, with whatever is under way;
 * nothing is stopped. Usage from before the instant stays the former contract's, by what is kept here. One that came to the
 * contract later than that goes on when it came.
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
}
