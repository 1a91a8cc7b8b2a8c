import { dayMs } from '@usance/period/instant';
import type { Db } from '#platform/postgres/database.ts';
import { noPermission } from '#platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { fieldText, type MarketplaceMessage } from './marketplace-message.ts';

const states = new Map<string, Exclude<MarketplaceMessage['state'], undefined>>([
  ['Unsubscribe', 'unsubscribed'],
  // Unpaid: neither subscribed nor unsubscribed.
  ['Suspend', 'subscribing'],
  ['Reinstate', 'subscribed'],
  ['Renew', 'subscribed'],
  ['ChangePlan', 'subscribed'],
]);

/**
 * Reads a message of Azure's webhook. Anyone can post one, so Azure is asked whether the operation is open, and only
 * for a known subscription; otherwise refuses with 403. Returns undefined for an unknown action. Unproved messages
 * are not stored.
 */
export async function readAzure(
  { db }: { readonly db: Db },
  { verifyAzure }: Pick<Marketplaces, 'verifyAzure'>,
  body: unknown,
  outside: Date,
): Promise<MarketplaceMessage | undefined> {
  const [id, instanceId, action] = [
    fieldText(body, 'id'),
    fieldText(body, 'subscriptionId'),
    fieldText(body, 'action'),
  ];
  const known = await db
    .selectFrom('marketplace_subscription')
    .select('product')
    .where('identity', '=', `azure/${instanceId}`)
    .executeTakeFirst();
  if (!verifyAzure || !known || id === '' || action === '') throw notTrusted();
  const state = states.get(action);
  if (state === undefined) return undefined;
  if (!(await verifyAzure({ id, subscriptionId: instanceId, action }))) throw notTrusted();
  const told = new Date(fieldText(body, 'timeStamp'));
  const planId = action === 'ChangePlan' ? fieldText(body, 'planId') : '';
  return {
    source: 'azure',
    messageId: id,
    action,
    // A time too far from now is replaced: Azure repeats an open operation for some hours.
    toldAt: Math.abs(outside.getTime() - told.getTime()) <= dayMs ? told : outside,
    of: { product: known.product, accountId: '', customerId: '', licenceArn: null, instanceId },
    state,
    ...(planId && { planId }),
  };
}

const notTrusted = () => noPermission('This message is not trusted: Azure has no such operation.');
