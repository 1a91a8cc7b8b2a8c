import type { Selectable } from 'kysely';
import type { Database, Tx } from '#platform/postgres/database.ts';
import type { DatacloudRow } from '../datacloud.ts';

export type OrderRow = Selectable<Database['datacloud_order']>;

/** The orders of a data cloud that have not ended, the first one first; its row is held. */
export function openOrdersOf(tx: Tx, { contract_id, id }: DatacloudRow): Promise<OrderRow[]> {
  return (
    tx
      .selectFrom('datacloud_order')
      .selectAll()
      .where('contract_id', '=', contract_id)
      .where('datacloud_id', '=', id)
      .where('progress', '=', 'open')
      .orderBy('number')
      // Who is sending one has claimed it by then, or finds it withdrawn.
      .forUpdate()
      .execute()
  );
}

/** Ends an order that is open. */
export async function closeOrder(
  tx: Tx,
  { id }: Pick<OrderRow, 'id'>,
  end: Pick<OrderRow, 'progress'> & Partial<Pick<OrderRow, 'failure'>>,
): Promise<void> {
  await tx
    .updateTable('datacloud_order')
    .set({ ...end, next_try_at: null })
    .where('id', '=', id)
    .execute();
}

/** Takes an order back that is not wanted any more; what is told of it later changes nothing. */
export const withdraw = (tx: Tx, order: OrderRow): Promise<void> => closeOrder(tx, order, { progress: 'withdrawn' });
