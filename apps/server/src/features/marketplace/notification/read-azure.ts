import { dayMs } from '@usance/period/instant';
import type { Db } from '#platform/postgres/database.ts';
import { noPermission } from '#platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { fieldText, type Told } from './told.ts';

const states = new Map<string, Exclude<Told['state'], undefined>>([
  ['Unsubscribe', 'unsubscribed'],
  // Not paid for: neither subscribed nor gone.
  ['Suspend', 'subscribing'],
  ['Reinstate', 'subscribed'],
  ['Renew', 'subscribed'],
  ['ChangePlan', 'subscribed'],
]);

/**
 * Reads a message of Azure's webhook. Anybody can post one: Azure itself is asked whether it has that operation under
 * way, and only for a subscription that is known here. Refuses (403) what is not so. An action that is not known tells
 * nothing, and nothing that was not proved is kept.
 */
export async function readAzure(
  { db }: { readonly db: Db },
  { verifyAzure }: Pick<Marketplaces, 'verifyAzure'>,
  body: unknown,
  outside: Date,
): Promise<Told | undefined> {
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
  if (!verifyAzure || !known || id === '' || action === '') throw notBelieved();
  const state = states.get(action);
  if (state === undefined) return undefined;
  if (!(await verifyAzure({ id, subscriptionId: instanceId, action }))) throw notBelieved();
  const told = new Date(fieldText(body, 'timeStamp'));
  const planId = action === 'ChangePlan' ? fieldText(body, 'planId') : '';
  return {
    source: 'azure',
    messageId: id,
    action,
    // It is as new as the operation that Azure has under way; it is told again for some hours.
    toldAt: Math.abs(outside.getTime() - told.getTime()) <= dayMs ? told : outside,
    of: { product: known.product, accountId: '', customerId: '', licenceArn: null, instanceId },
    state,
    ...(planId && { planId }),
  };
}

const notBelieved = () => noPermission('This message is not believed. Azure does not know of it.');
