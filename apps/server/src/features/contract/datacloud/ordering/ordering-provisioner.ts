import { datacloudOrderId } from '@usance/api/contract/datacloud';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { DatacloudRow } from '../datacloud.ts';
import { headingFor } from '../heading.ts';
import type { OrderKind, Provisioner, WantedOrder } from '../provisioner.ts';
import { openOrdersOf, withdraw } from './open-orders.ts';

/**
 * Writes orders to the outbox, from which they go to the region's controller. Orders of one data cloud go one by one:
 * a pause during creation is sent once it runs.
 */
export const orderingProvisioner: Provisioner = { actsForPeople: true, order, underWay };

async function order(
  work: Pick<Work, 'tx' | 'now'>,
  datacloud: DatacloudRow,
  { kind, askedBy }: WantedOrder,
): Promise<'accepted'> {
  const { tx, now } = work;
  const before = await openOrdersOf(tx, datacloud);
  // A deletion replaces all waiting orders but the creation. A new order replaces those that were never sent: an
  // unsent pause needs no resume.
  const idle = before.filter((each) => each.kind !== 'create' && (kind === 'delete' || each.tries === 0));
  for (const each of idle) await withdraw(tx, each);
  const open = before.filter((each) => !idle.includes(each));
  if (kind !== 'delete' && headingFor(datacloud.state, open.at(-1)?.kind) === headingFor(datacloud.state, kind))
    return 'accepted';
  await tx
    .insertInto('datacloud_order')
    .values({
      contract_id: datacloud.contract_id,
      datacloud_id: datacloud.id,
      number: await nextNumber(tx, datacloud),
      id: newId(datacloudOrderId),
      kind,
      asked_by: askedBy ?? null,
      created_at: now,
      next_try_at: open.length === 0 ? now : null,
    })
    .execute();
  return 'accepted';
}

async function nextNumber(tx: Tx, { contract_id, id }: DatacloudRow): Promise<number> {
  const row = await tx
    .selectFrom('datacloud_order')
    .select('number')
    .where('contract_id', '=', contract_id)
    .where('datacloud_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (row?.number ?? 0) + 1;
}

async function underWay({ tx }: Pick<Work, 'tx'>, contractId: string): Promise<ReadonlyMap<string, OrderKind>> {
  const rows = await tx
    .selectFrom('datacloud_order')
    .select(['datacloud_id', 'kind'])
    .where('contract_id', '=', contractId)
    .where('progress', '=', 'open')
    .orderBy('number')
    .execute();
  return new Map(rows.map(({ datacloud_id, kind }) => [datacloud_id, kind]));
}
