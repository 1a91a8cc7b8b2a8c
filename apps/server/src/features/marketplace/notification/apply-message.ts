import { type MarketplaceNotification, marketplaceNotificationId } from '@usance/api/marketplace/marketplace';
import type { SpanningContext, Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { Outdated, startingOver } from '#platform/start-over.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { findLinkOfSubscription, type LinkRow } from '../../contract/marketplace-link/keep-link.ts';
import { unlink } from '../link/unlink.ts';
import { licenceTail } from '../provider/licence.ts';
import { applySubscriptionState, lockSubscription, makeSubscription } from '../subscription/keep-subscription.ts';
import { type SubscriptionRow, subscriptionIdentity } from '../subscription/subscription.ts';
import type { MarketplaceMessage } from './marketplace-message.ts';

type Outcome = MarketplaceNotification['outcome'] | 'repeated';

/** Applies a message and stores it; a repeated message changes nothing. */
export function applyMessage(
  { db, now, log }: Pick<SpanningContext, 'db' | 'now' | 'log'>,
  told: MarketplaceMessage,
): Promise<Outcome> {
  return startingOver(async () => {
    const found = await subscriptionsOf(db, told);
    const [only] = found;
    const link = found.length === 1 && only ? await openLinkOf(db, only) : undefined;
    return db.transaction().execute(async (tx) => {
      const work = { tx, now, log };
      const contract = link && (await lockContract(tx, link.contract_id));
      const outcome = await outcomeOf(work, told, { found, link, contract });
      return (await keepNotification(work, told, outcome)) ? outcome : 'repeated';
    });
  });
}

interface Found {
  readonly found: readonly SubscriptionRow[];
  readonly link: LinkRow | undefined;
  /** The contract of the link. */
  readonly contract: LockedContract | undefined;
}

async function outcomeOf(
  work: Pick<Work, 'tx' | 'now'>,
  told: MarketplaceMessage,
  { found, link, contract }: Found,
): Promise<MarketplaceNotification['outcome']> {
  const { state, toldAt } = told;
  if (state === undefined || (await wasTaken(work.tx, told))) return 'unknown';
  const [first] = found;
  if (!first) return (await beginSubscription(work, told, state)) ? 'applied' : 'unknown';
  if (found.length > 1) return 'ambiguous';
  const row = await lockSubscription(work.tx, first.id);
  if (row.told_at !== null && toldAt < row.told_at) return 'outdated';
  // The subscription was linked meanwhile, so its contract must be locked first.
  if ((await openLinkOf(work.tx, row))?.id !== link?.id) throw new Outdated('The subscription was linked meanwhile.');
  await applySubscriptionState(work, row, { state, toldAt, ...(told.planId && { planId: told.planId }) });
  if (state === 'unsubscribed' && link && contract) await unlink(work, contract, link);
  return 'applied';
}

async function openLinkOf(db: DbOrTx, { id }: SubscriptionRow): Promise<LinkRow | undefined> {
  const link = await findLinkOfSubscription(db, id);
  return link?.ended_at === null ? link : undefined;
}

/** Older integrations send a message about a buyer before any token. */
async function beginSubscription(
  work: Pick<Work, 'tx' | 'now'>,
  { source, of, toldAt }: MarketplaceMessage,
  state: SubscriptionRow['state'],
): Promise<boolean> {
  if (source === 'azure' || !(of.customerId || of.accountId) || of.product === '') return false;
  const names = {
    product: of.product,
    account_id: of.accountId,
    customer_id: of.customerId,
    licence_arn: of.licenceArn,
    instance_id: of.instanceId,
    plan_id: '',
    identity: subscriptionIdentity('aws', of),
  };
  await makeSubscription(work, { cloud: 'aws', names, state, toldAt });
  return true;
}

/**
 * Returns the subscriptions that a message may be about. SNS does not name licences, of which a buyer may have
 * several for one product.
 */
async function subscriptionsOf(db: DbOrTx, { source, of }: MarketplaceMessage): Promise<SubscriptionRow[]> {
  if (source === 'azure') return withIdentity(db, subscriptionIdentity('azure', of));
  const { product, accountId, customerId, licenceArn } = of;
  if (product === '' || (accountId === '' && customerId === '')) return [];
  const rows = await db
    .selectFrom('marketplace_subscription')
    .selectAll()
    .where('cloud_provider', '=', 'aws')
    .where('product', '=', product)
    .where((eb) =>
      eb.or([
        ...(accountId ? [eb('account_id', '=', accountId)] : []),
        ...(customerId ? [eb('customer_id', '=', customerId)] : []),
      ]),
    )
    .execute();
  const tail = licenceTail(licenceArn);
  if (tail === '') return rows;
  // If no licence is known, it may be any of them, or none.
  return rows.filter((row) => licenceTail(row.licence_arn) === tail);
}

function withIdentity(db: DbOrTx, identity: string): Promise<SubscriptionRow[]> {
  return db.selectFrom('marketplace_subscription').selectAll().where('identity', '=', identity).execute();
}

async function wasTaken(tx: Tx, { source, messageId }: MarketplaceMessage): Promise<boolean> {
  const taken = await tx
    .selectFrom('marketplace_notification')
    .select('id')
    .where('source', '=', source)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return taken !== undefined;
}

/** Stores a message. Returns false if another process stored it at the same time. */
async function keepNotification(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { source, messageId, action, toldAt, of }: MarketplaceMessage,
  outcome: MarketplaceNotification['outcome'],
): Promise<boolean> {
  const kept = await tx
    .insertInto('marketplace_notification')
    .values({
      id: newId(marketplaceNotificationId),
      source,
      message_id: messageId,
      action,
      product: of.product,
      customer: of.instanceId || of.accountId || of.customerId,
      told_at: toldAt,
      outcome,
      created_at: now,
    })
    .onConflict((there) => there.columns(['source', 'message_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}
