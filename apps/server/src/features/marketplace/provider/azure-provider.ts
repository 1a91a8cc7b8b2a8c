import { formatDecimal, parseDecimal } from '@usance/money/decimal';
import { hourMs } from '@usance/period/instant';
import { invalidParameter, unavailable } from '#platform/refusal.ts';
import { type AzureAnswer, type AzureHttp, fieldsOf } from './azure-http.ts';
import type { SoldProduct } from './marketplace-config.ts';
import type { MarketplaceProvider, MeteredRecord, MeterOutcome, Resolved } from './marketplace-provider.ts';
import type { AzureOperation } from './marketplaces.ts';

/** Azure Marketplace: its fulfilment and its metering API. */
export function azureProvider(azure: AzureHttp, products: readonly SoldProduct[]): MarketplaceProvider {
  return {
    cloud: 'azure',
    tokenMs: 24 * hourMs,
    allowsZero: false,
    integerOnly: false,
    resolveToken: async (token) => {
      // A header accepts only these characters.
      if (!/^[\x21-\x7e]+$/.test(token)) throw invalidParameter('token', 'This is not a token of Azure Marketplace.');
      const headers = { 'x-ms-marketplace-token': token };
      const answer = await azure.ask({ method: 'POST', path: '/saas/subscriptions/resolve', headers });
      if (answer.status !== 200) throw invalidParameter('token', 'This token is not valid, or no longer is.');
      const resolved = resolvedOf(answer);
      if (!products.some((each) => each.cloudProvider === 'azure' && each.product === resolved.product))
        throw invalidParameter('token', 'This token is of an offer that is not sold here.');
      return resolved;
    },
    activate: async ({ instanceId, planId }) => {
      const path = `/saas/subscriptions/${encodeURIComponent(instanceId)}`;
      const { status } = await azure.ask({ method: 'POST', path: `${path}/activate`, body: { planId, quantity: '' } });
      if (status === 200) return;
      // It refuses to activate an active subscription.
      const { body } = await azure.ask({ path });
      if (fieldsOf(body)['saasSubscriptionStatus'] !== 'Subscribed')
        throw unavailable(`Azure Marketplace did not activate ${instanceId}: ${status}`);
    },
    meter: (records) => meterTogether(azure, records),
    billedLines: async () => undefined,
  };
}

/** Returns whether Azure has this operation open for this subscription. Only Azure's own messages name one. */
export const verifierOf =
  (azure: AzureHttp) =>
  async ({ id, subscriptionId, action }: AzureOperation): Promise<boolean> => {
    const path = `/saas/subscriptions/${encodeURIComponent(subscriptionId)}/operations/${encodeURIComponent(id)}`;
    const { status, body } = await azure.ask({ path });
    const told = fieldsOf(body);
    return status === 200 && told['subscriptionId'] === subscriptionId && told['action'] === action;
  };

const stateOf: Readonly<Record<string, Resolved['state']>> = {
  PendingFulfillmentStart: 'subscribed',
  Subscribed: 'subscribed',
  Unsubscribed: 'unsubscribed',
};

function resolvedOf({ body }: AzureAnswer): Resolved {
  const { id, offerId, planId, subscription } = fieldsOf(body);
  const { saasSubscriptionStatus, beneficiary } = fieldsOf(subscription);
  if (typeof id !== 'string' || typeof offerId !== 'string')
    throw unavailable('Azure Marketplace resolved a token without a subscription');
  return {
    product: offerId,
    accountId: String(fieldsOf(beneficiary)['tenantId'] ?? ''),
    customerId: '',
    licenceArn: null,
    instanceId: id,
    planId: String(planId ?? ''),
    // An unpaid subscription is neither subscribed nor unsubscribed.
    state: stateOf[String(saasSubscriptionStatus)] ?? 'subscribing',
  };
}

async function meterTogether(
  azure: AzureHttp,
  records: readonly MeteredRecord[],
): Promise<ReadonlyMap<string, MeterOutcome>> {
  const request = records.map((record) => ({
    resourceId: record.subscription.instanceId,
    quantity: Number(record.quantity),
    dimension: record.dimension,
    effectiveStartTime: record.hour.toISOString(),
    planId: record.subscription.planId,
  }));
  const all = (kind: 'retry' | 'unanswered', why: string) =>
    new Map(records.map(({ key }) => [key, { kind, why } as const]));
  // Without a token nothing is sent.
  const unable = await azure.bearer().then(() => undefined, String);
  if (unable !== undefined) return all('retry', unable);
  const answer = await azure.answerTo({ method: 'POST', path: '/batchUsageEvent', body: { request } }).catch(String);
  if (typeof answer === 'string') return all('unanswered', answer);
  // A server fault leaves open whether records were taken.
  if (answer.status !== 200) return all(answer.status < 500 ? 'retry' : 'unanswered', `HTTP ${answer.status}`);
  const { result } = fieldsOf(answer.body);
  const results = new Map((Array.isArray(result) ? result : []).map((each) => [keyOf(fieldsOf(each)), fieldsOf(each)]));
  return new Map(records.map(({ key }, at) => [key, outcomeOf(results.get(keyOf({ ...request[at] })))]));
}

function keyOf({ resourceId, dimension, effectiveStartTime }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([resourceId, dimension, Date.parse(String(effectiveStartTime))]);
}

const kindOf: Readonly<Record<string, 'tooOld' | 'notSubscribed'>> = {
  Expired: 'tooOld',
  ResourceNotFound: 'notSubscribed',
  ResourceNotActive: 'notSubscribed',
};

function outcomeOf(result: Readonly<Record<string, unknown>> | undefined): MeterOutcome {
  if (!result) return { kind: 'unanswered', why: 'It was not answered.' };
  const status = String(result['status']);
  if (status === 'Accepted') return { kind: 'accepted', recordId: String(result['usageEventId'] ?? '') };
  if (status !== 'Duplicate') return { kind: kindOf[status] ?? 'retry', why: status };
  const { additionalInfo } = fieldsOf(result['error']);
  const { quantity } = fieldsOf(fieldsOf(additionalInfo)['acceptedMessage']);
  return { kind: 'duplicate', held: quantity === undefined ? undefined : decimalText(quantity) };
}

/** JSON may write a small number as 1e-7, which our decimals do not accept. */
function decimalText(quantity: unknown): string | undefined {
  const text = Number(quantity).toFixed(8);
  return Number.isFinite(Number(quantity)) ? formatDecimal(parseDecimal(text)) : undefined;
}
