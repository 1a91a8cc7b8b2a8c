import { fieldText, type MarketplaceMessage } from './marketplace-message.ts';
import type { SnsMessage } from './verify-sns.ts';

const states: Readonly<Record<string, MarketplaceMessage['state']>> = {
  'subscribe-success': 'subscribed',
  'subscribe-fail': 'unsubscribed',
  // An hour is left to report the usage.
  'unsubscribe-pending': 'unsubscribed',
  'unsubscribe-success': 'unsubscribed',
};

/** Reads a message of SNS: its text is nested JSON, in one of two spellings. */
export function readSns({ messageId, message, product, toldAt, type }: SnsMessage): MarketplaceMessage {
  const told = jsonOf(message);
  const action = type === 'Notification' ? fieldText(told, 'action') : type;
  return {
    source: 'sns',
    messageId,
    action,
    toldAt,
    of: {
      product,
      accountId: fieldText(told, 'customer-aws-account-id', 'CustomerAWSAccountId'),
      customerId: fieldText(told, 'customer-identifier', 'CustomerIdentifier'),
      licenceArn: null,
      instanceId: '',
    },
    state: isOfProduct(told, product) ? states[action] : undefined,
  };
}

function isOfProduct(told: unknown, product: string): boolean {
  return fieldText(told, 'product-code', 'ProductCode') === product;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
