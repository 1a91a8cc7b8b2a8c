import type { Datacloud, dataclouds } from '@usance/api/contract/datacloud';
import type { Work } from '#platform/context/context.ts';
import type { Input } from '#platform/http/calls/verb.ts';
import { notFound } from '#platform/refusal.ts';
import { getContract } from '../../contract/contract.queries.ts';
import { lockDatacloud } from '../datacloud.queries.ts';
import { datacloudOf } from '../datacloud.ts';
import type { Outcome } from '../datacloud-state.ts';
import { outcomeOfOrder } from '../provisioner.ts';
import { endOrder, impossible } from './end-order.ts';
import type { OrderRow } from './open-orders.ts';

/**
 * Takes the report of a region's controller about an order. A repeated or outdated report changes nothing; one that
 * does not fit the order is refused with 409.
 */
export async function reportEvent(
  work: Pick<Work, 'tx' | 'now'>,
  { params: { datacloudID }, body: { orderId, event } }: Input<typeof dataclouds.reportEvent>,
): Promise<Datacloud> {
  const datacloud = await lockDatacloud(work.tx, datacloudID);
  const { tags } = await getContract(work.tx, datacloud.contract_id);
  const order = await work.tx
    .selectFrom('datacloud_order')
    .selectAll()
    .where('id', '=', orderId)
    .where('datacloud_id', '=', datacloudID)
    .forUpdate()
    .executeTakeFirst();
  if (!order) throw notFound('DATACLOUD_ORDER_NOT_FOUND');
  const end = endOf(order, event);
  if (end === undefined || (order.progress === 'open' && order.tries === 0)) throw impossible(datacloud);
  if (order.progress === 'open')
    return datacloudOf(await endOrder(work, datacloud, order, { progress: end, event }), tags);
  if (order.progress !== end && order.progress !== 'withdrawn') throw impossible(datacloud);
  return datacloudOf(datacloud, tags);
}

/** Returns how an event ends an order of this kind; undefined if it belongs to another kind. */
function endOf({ kind }: OrderRow, event: Outcome): 'done' | 'failed' | undefined {
  if (event === outcomeOfOrder(kind)) return 'done';
  return kind === 'create' && event === 'failed' ? 'failed' : undefined;
}
