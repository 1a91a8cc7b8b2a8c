import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import { licenceTail } from '../provider/licence.ts';
import type { Resolved, Subscribed } from '../provider/marketplace-provider.ts';

export type SubscriptionRow = Selectable<Database['marketplace_subscription']>;

/**
 * Returns the unique name of a subscription. A buyer may hold several licences of one product at AWS; Azure numbers
 * subscriptions.
 */
export function subscriptionIdentity(cloud: 'aws' | 'azure', of: Omit<Subscribed, 'planId'>): string {
  if (cloud === 'azure') return `azure/${of.instanceId}`;
  return `aws/${of.product}/${of.accountId || of.customerId}/${licenceTail(of.licenceArn)}`;
}

export function subscribedOf(row: SubscriptionRow): Subscribed {
  return {
    product: row.product,
    accountId: row.account_id,
    customerId: row.customer_id,
    licenceArn: row.licence_arn,
    instanceId: row.instance_id,
    planId: row.plan_id,
  };
}

/** Returns the state of a subscription after its marketplace reported one. */
export function subscriptionStateAfter(
  was: Pick<SubscriptionRow, 'state' | 'unsubscribed_at'>,
  state: Resolved['state'],
  now: Date,
): Pick<SubscriptionRow, 'state' | 'unsubscribed_at'> {
  if (state !== 'unsubscribed') return { state, unsubscribed_at: null };
  return { state, unsubscribed_at: was.unsubscribed_at ?? now };
}
