import { idOf } from '@usance/api/wire';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import type { Resolved } from '../provider/marketplace-provider.ts';
import { type SubscriptionRow, subscriptionIdentity, subscriptionStateAfter } from './subscription.ts';

const subscriptionId = idOf('msb');

/**
 * Stores a subscription as its marketplace resolved it. Once a message has set its state, only messages change it: an
 * AWS token still resolves after its buyer has left.
 */
export async function keepResolved(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  cloud: 'aws' | 'azure',
  resolved: Resolved,
): Promise<SubscriptionRow> {
  const { product, accountId, customerId, licenceArn, instanceId, planId, state } = resolved;
  const names = {
    product,
    account_id: accountId,
    customer_id: customerId,
    licence_arn: licenceArn,
    instance_id: instanceId,
    plan_id: planId,
    identity: subscriptionIdentity(cloud, resolved),
  };
  const known = (await findIdentity(tx, names.identity)) ?? (await findByCustomer(tx, resolved));
  if (!known) return makeSubscription({ tx, now }, { cloud, names, state, toldAt: null });
  const after = known.told_at === null || cloud === 'azure' ? subscriptionStateAfter(known, state, now) : {};
  return tx
    .updateTable('marketplace_subscription')
    .set({ ...names, ...after })
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

interface Made {
  readonly cloud: 'aws' | 'azure';
  readonly names: Pick<
    SubscriptionRow,
    'product' | 'account_id' | 'customer_id' | 'licence_arn' | 'instance_id' | 'plan_id' | 'identity'
  >;
  readonly state: Resolved['state'];
  readonly toldAt: Date | null;
}

/** Inserts a subscription, or returns the one inserted meanwhile. */
export async function makeSubscription(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { cloud, names, state, toldAt }: Made,
): Promise<SubscriptionRow> {
  const unsubscribed_at = state === 'unsubscribed' ? now : null;
  return tx
    .insertInto('marketplace_subscription')
    .values({
      id: newId(subscriptionId),
      cloud_provider: cloud,
      ...names,
      state,
      told_at: toldAt,
      unsubscribed_at,
      created_at: now,
    })
    .onConflict((there) => there.column('identity').doUpdateSet({ plan_id: names.plan_id }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

function findIdentity(db: DbOrTx, identity: string): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('marketplace_subscription')
    .selectAll()
    .where('identity', '=', identity)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Finds a subscription that a message of an older integration created before the token, with only AWS's customer id.
 */
async function findByCustomer(tx: Tx, { product, customerId }: Resolved): Promise<SubscriptionRow | undefined> {
  if (customerId === '') return undefined;
  return tx
    .selectFrom('marketplace_subscription')
    .selectAll()
    .where('product', '=', product)
    .where('customer_id', '=', customerId)
    .where('account_id', '=', '')
    .where('licence_arn', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks a subscription until commit. */
export function lockSubscription(tx: Tx, id: string): Promise<SubscriptionRow> {
  return tx
    .selectFrom('marketplace_subscription')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Stores a message's changes of a subscription. */
export async function applySubscriptionState(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  row: SubscriptionRow,
  { state, toldAt, planId }: { readonly state: Resolved['state']; readonly toldAt: Date; readonly planId?: string },
): Promise<void> {
  await tx
    .updateTable('marketplace_subscription')
    .set({ ...subscriptionStateAfter(row, state, now), told_at: toldAt, ...(planId && { plan_id: planId }) })
    .where('id', '=', row.id)
    .execute();
}
