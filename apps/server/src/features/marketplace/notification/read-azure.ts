import type { Db } from '../../../platform/postgres/database.ts';
import { noPermission } from '../../../platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { fieldText, type Told } from './told.ts';

const states: Readonly<Record<string, Told['state']>> = {
  Unsubscribe: 'unsubscribed',
  // Not paid for: neither subscribed nor gone.
  Suspend: 'subscribing',
  Reinstate: 'subscribed',
  Renew: 'subscribed',
  ChangePlan: 'subscribed',
};

/**
 * What a message of Azure's webhook tells. Anybody can post one: Azure itself is asked whether it has that operation under
 * way, and only for a subscription that is known here. Refuses (403) what is not so.
 */
export async function readAzure(
  { db }: { readonly db: Db },
  { verifyAzure }: Pick<Marketplaces, 'verifyAzure'>,
  body: unknown,
  outside: Date,
): Promise<Told> {
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
  const state = states[action];
  // What does nothing need not be proved.
  if (state !== undefined && !(await verifyAzure({ id, subscriptionId: instanceId, action }))) throw notBelieved();
  const told = new Date(fieldText(body, 'timeStamp'));
  const planId = action === 'ChangePlan' ? fieldText(body, 'planId') : '';
  return {
    source: 'azure',
    messageId: id,
    action,
    // It is as new as the operation that Azure has under way.
    toldAt: Number.isNaN(told.getTime()) ? outside : told,
    of: { product: known.product, accountId: '', customerId: '', licenceArn: null, instanceId },
    state,
    ...(planId && { planId }),
  };
}

const notBelieved = () => noPermission('This message is not believed. Azure does not know of it.');
