import { fieldText, type Told } from './told.ts';
import type { SnsMessage } from './verify-sns.ts';

const states: Readonly<Record<string, Told['state']>> = {
  'subscribe-success': 'subscribed',
  'subscribe-fail': 'unsubscribed',
  // An hour is left to report what was used.
  'unsubscribe-pending': 'unsubscribed',
  'unsubscribe-success': 'unsubscribed',
};

/** Reads a message of SNS: its text is JSON once more, in one of two spellings. */
export function readSns({ messageId, message, product, toldAt, type }: SnsMessage): Told {
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
