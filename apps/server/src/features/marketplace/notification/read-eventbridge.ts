import { timingSafeEqual } from 'node:crypto';
import { hashOf } from '#platform/random-secret.ts';
import { noPermission } from '#platform/refusal.ts';
import { licenceTail } from '../provider/licence.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { fieldText, type MarketplaceMessage, mostAgeMs } from './marketplace-message.ts';

const states: Readonly<Record<string, MarketplaceMessage['state']>> = {
  'License Updated - Manufacturer': 'subscribed',
  // The last hour must be reported within the next one.
  'License Deprovisioned - Manufacturer': 'unsubscribed',
};

/** Reads an event of EventBridge, which sends a secret with it; refuses with 403 without that. */
export function readEventBridge(
  { webhookSecret, products }: Pick<Marketplaces, 'webhookSecret' | 'products'>,
  body: unknown,
  { secret, outside }: { readonly secret: string; readonly outside: Date },
): MarketplaceMessage {
  if (webhookSecret === undefined || !isSame(secret, webhookSecret))
    throw noPermission('This message is not trusted: it lacks the secret of this address.');
  const toldAt = new Date(fieldText(body, 'time'));
  if (!(Math.abs(outside.getTime() - toldAt.getTime()) <= mostAgeMs))
    throw noPermission('This message is not trusted: it is too old.');
  const action = fieldText(body, 'detail-type');
  const detail: unknown = Object(body)['detail'];
  const of = {
    product: fieldText(Object(detail)['product'], 'code'),
    accountId: fieldText(Object(detail)['acceptor'], 'accountId'),
    customerId: '',
    licenceArn: fieldText(Object(detail)['license'], 'arn') || null,
    instanceId: licenceTail(fieldText(Object(detail)['license'], 'arn')),
  };
  const isOurs =
    fieldText(body, 'source') === 'aws.agreement-marketplace' && products.some(({ product }) => product === of.product);
  return {
    source: 'eventbridge',
    messageId: fieldText(body, 'id'),
    action,
    toldAt,
    of,
    state: isOurs ? states[action] : undefined,
  };
}

function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(secret)));
}
