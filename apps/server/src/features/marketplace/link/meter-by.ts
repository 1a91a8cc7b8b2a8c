import type { ParsedBody } from '@usance/api/call';
import type { marketplaces } from '@usance/api/marketplace/marketplace';
import type { KeptMarketplaceLink, MetersBy } from '@usance/api/marketplace/marketplace-link';
import { hourMs } from '@usance/period/instant';
import type { Insertable, Selectable } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Database, Tx } from '#platform/postgres/database.ts';
import { conflict, invalidParameter, notFound, type Refusal } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { findLastLink, type LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { lockSubscription } from '../subscription/keep-subscription.ts';
import type { SubscriptionRow } from '../subscription/subscription.ts';
import { keptLinkOf } from './link.queries.ts';

/**
 * Starts the metering of a new link with its first hour: by licence if it has one, as AWS requires for new listings.
 */
export async function beginMetering(tx: Tx, link: LinkRow, subscription: SubscriptionRow): Promise<void> {
  const metersBy = subscription.licence_arn === null ? 'product' : 'licence';
  await keepMetering(tx, rowOf(link, subscription, { metersBy, from: link.from_hour }));
}

/**
 * Changes a link's metering from a future full hour on. Refuses with 409 without a licence, without a change, if
 * another change is planned, or if hours would be billed twice.
 */
export async function meterBy(
  { tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body }: { body: ParsedBody<typeof marketplaces.meterBy> },
): Promise<KeptMarketplaceLink> {
  const from = new Date(body.from);
  if (from.getTime() % hourMs !== 0) throw invalidParameter('from', 'Must be a full hour.');
  if (from <= now) throw invalidParameter('from', 'Must be a future hour.');
  const link = await findLastLink(tx, contract.id);
  if (!link || link.ended_at !== null) throw notFound('MARKETPLACE_NOT_FOUND');
  const subscription = await lockSubscription(tx, link.subscription_id);
  if (body.metersBy === 'licence' && subscription.licence_arn === null)
    throw refused('This subscription has no licence.', 'metersBy');
  const ended = await tx
    .updateTable('marketplace_metering')
    .set({ to_hour: from })
    .where('contract_id', '=', contract.id)
    .where('link_id', '=', link.id)
    .where('to_hour', 'is', null)
    .where('from_hour', '<=', now)
    .where('meters_by', '<>', body.metersBy)
    .returning('link_id')
    .execute();
  if (ended.length === 0) throw refused('It already reports this way, or another change is planned.', 'metersBy');
  await keepMetering(tx, rowOf(link, subscription, { metersBy: body.metersBy, from }));
  return keptLinkOf(tx, now, link);
}

/** Starts a link's metering like that of the link it continues, with planned changes. */
export async function carryMetering(
  tx: Tx,
  { contract_id, id: link_id }: LinkRow,
  ways: readonly Selectable<Database['marketplace_metering']>[],
  first: Date,
): Promise<void> {
  for (const way of ways)
    if (way.to_hour === null || way.to_hour > first)
      await keepMetering(tx, {
        ...way,
        contract_id,
        link_id,
        from_hour: way.from_hour > first ? way.from_hour : first,
      });
}

/** Ends the metering of a link with the hour of its end. */
export async function endMetering(tx: Tx, link: LinkRow, now: Date): Promise<void> {
  const after = new Date(Math.floor(now.getTime() / hourMs + 1) * hourMs);
  const { contract_id, id: link_id } = link;
  // Deletes later planned changes.
  await tx
    .deleteFrom('marketplace_metering')
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', link_id)
    .where('from_hour', '>=', after)
    .execute();
  await tx
    .updateTable('marketplace_metering')
    .set({ to_hour: after })
    .where('contract_id', '=', contract_id)
    .where('link_id', '=', link_id)
    .where((eb) => eb.or([eb('to_hour', 'is', null), eb('to_hour', '>', after)]))
    .execute();
}

function rowOf(
  { contract_id, id: link_id }: LinkRow,
  { product, account_id, customer_id, licence_arn, cloud_provider, instance_id }: SubscriptionRow,
  { metersBy, from }: { readonly metersBy: MetersBy; readonly from: Date },
): Insertable<Database['marketplace_metering']> {
  return {
    contract_id,
    link_id,
    from_hour: from,
    to_hour: null,
    meters_by: metersBy,
    product,
    // Azure identifies subscriptions, of which a buyer may have several.
    customer: cloud_provider === 'azure' ? instance_id : account_id || customer_id,
    licence_arn,
  };
}

async function keepMetering(tx: Tx, row: Insertable<Database['marketplace_metering']>): Promise<void> {
  try {
    await tx.insertInto('marketplace_metering').values(row).execute();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23P01')
      throw refused('The same hours of this buyer would be billed twice.');
    throw error;
  }
}

const refused = (message: string, field?: string): Refusal =>
  conflict('MARKETPLACE_CONFLICT', message, field === undefined ? {} : { field });
