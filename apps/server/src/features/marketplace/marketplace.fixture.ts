import { generateKeyPairSync, sign } from 'node:crypto';
import { certificateOf } from '../people/sso/provider.fixture.ts';
import type { MarketplaceConfig } from './provider/marketplace-config.ts';
import type { Marketplaces } from './provider/marketplaces.ts';
import { openMarketplaces } from './provider/open-marketplaces.ts';
import type { StandIn } from './stand-in/stand-in.ts';

export const webhookSecret = 'a-secret-of-the-webhook-0123456789';

export const licence = 'arn:aws:license-manager::294406891311:license:l-0123456789abcdef';

/** The tests sell a product at AWS and an offer at Azure, both by the cent. */
const configAt = (url: string): MarketplaceConfig => {
  const sold = { dimension: 'usage_cent', unit: '0.01', currency: 'USD', maxAgeHours: 24, entitled: false } as const;
  return {
    products: [
      { ...sold, cloudProvider: 'aws', product: 'prod-aws', productID: 'prod-id' },
      { ...sold, cloudProvider: 'azure', product: 'offer-azure' },
    ],
    webhookSecret,
    azure: { tenantID: 'tenant', clientID: 'client', clientSecret: 'secret', url, loginUrl: url },
  };
};

/** Marketplaces whose network calls go to a stand-in. `fetched` are the requested SNS addresses. */
export function marketplacesAt(standIn: StandIn): Marketplaces & { fetched: string[]; sns: Sns } {
  const sns = snsOf();
  const fetched: string[] = [];
  const fetchFromSns = async (url: string) => {
    fetched.push(url);
    return url.includes('.pem') ? sns.certificate : '';
  };
  return { ...openMarketplaces(configAt(standIn.url), standIn.url), fetchFromSns, fetched, sns };
}

type Sns = ReturnType<typeof snsOf>;
export const topicArn = 'arn:aws:sns:us-east-1:287250355862:aws-mp-subscription-notification-prod-aws';

/** A key with a certificate, and messages signed with it in the way of SNS. */
function snsOf() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = certificateOf(privateKey, publicKey);
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  let count = 0;
  const message = (
    told: object,
    given: Record<string, string> = {},
    by: 'sns' | 'stranger' = 'sns',
  ): Record<string, string> => {
    count += 1;
    const fields: Record<string, string> = {
      Type: 'Notification',
      MessageId: `message-${count}`,
      TopicArn: topicArn,
      Message: JSON.stringify({ 'product-code': 'prod-aws', ...told }),
      SignatureVersion: '2',
      SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      ...given,
    };
    const signed = Object.keys(fields)
      .filter((name) => !['SignatureVersion', 'SigningCertURL', 'UnsubscribeURL'].includes(name))
      .sort()
      .map((name) => `${name}\n${fields[name]}\n`)
      .join('');
    const algorithm = fields['SignatureVersion'] === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    const signature = sign(algorithm, Buffer.from(signed), by === 'sns' ? privateKey : stranger);
    return { ...fields, Signature: signature.toString('base64') };
  };
  return { certificate, message };
}
