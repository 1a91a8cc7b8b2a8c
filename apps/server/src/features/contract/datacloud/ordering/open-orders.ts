import type { Selectable } from 'kysely';
import type { Database, Tx } from '#platform/postgres/database.ts';
import type { DatacloudRow } from '../datacloud.ts';

export type OrderRow = Selectable<Database['datacloud_order']>;

/** Returns the open orders of a locked data cloud, oldest first. */
export function openOrdersOf(tx: Tx, { contract_id, id }: DatacloudRow): Promise<OrderRow[]> {
  return (
    tx
      .selectFrom('datacloud_order')
      .selectAll()
      .where('contract_id', '=', contract_id)
      .where('datacloud_id', '=', id)
      .where('progress', '=', 'open')
      .orderBy('number')
      // A sender claims the row first, or finds the order withdrawn.
      .forUpdate()
      .execute()
  );
}

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

/** Withdraws an order; later reports on it change nothing. */
export const withdraw = (tx: Tx, order: OrderRow): Promise<void> => closeOrder(tx, order, { progress: 'withdrawn' });
