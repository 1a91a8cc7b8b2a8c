import { createVerify, X509Certificate } from 'node:crypto';
import { noPermission } from '#platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { fieldText, mostAgeMs } from './marketplace-message.ts';

/** A proved message of SNS. */
export interface SnsMessage {
  readonly type: string;
  readonly messageId: string;
  readonly message: string;
  readonly product: string;
  readonly toldAt: Date;
  readonly subscribeUrl: string;
}

type Asking = Pick<Marketplaces, 'products' | 'topicsOf' | 'fetchFromSns' | 'snsCertificates'>;

/** SNS signs these fields, in this order; `Subject` only if present. */
const signedFields = new Map<string, readonly string[]>([
  ['Notification', ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']],
  ['SubscriptionConfirmation', ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']],
  ['UnsubscribeConfirmation', ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']],
]);

const algorithms = new Map([
  ['1', 'RSA-SHA1'],
  ['2', 'RSA-SHA256'],
]);
const topic = /^(?:aws-mp-subscription-notification|aws-mp-entitlement-notification)-(.+)$/;

/**
 * Verifies that a message comes from SNS, in a topic of the marketplace's own account, for a product sold here:
 * anyone can have SNS sign for their own topic. Refuses with 403 otherwise. Fetches only the certificate, and only
 * from SNS in the topic's region.
 */
export async function verifySns(marketplaces: Asking, body: unknown, outside: Date): Promise<SnsMessage> {
  const type = fieldText(body, 'Type');
  const fields = signedFields.get(type);
  const { topicsOf } = marketplaces;
  const [arn, region = ''] = [fieldText(body, 'TopicArn'), topicsOf.split(':')[3]];
  const name = arn.startsWith(`${topicsOf}:`) ? arn.slice(topicsOf.length + 1) : '';
  const [, product = ''] = topic.exec(name) ?? [];
  if (!fields || !marketplaces.products.some((each) => each.cloudProvider === 'aws' && each.product === product))
    throw refused('Its topic is not accepted here.');
  const toldAt = new Date(fieldText(body, 'Timestamp'));
  if (!(Math.abs(outside.getTime() - toldAt.getTime()) <= mostAgeMs)) throw refused('It is too old.');
  const certificateUrl = fieldText(body, 'SigningCertURL');
  if (
    certificateUrl.includes('?') ||
    !isOfSns(certificateUrl, region, /^\/SimpleNotificationService-[0-9a-zA-Z]{1,80}\.pem$/)
  )
    throw refused('Its certificate is not at SNS.');
  const subscribeUrl = urlTextOf(body, 'SubscribeURL');
  const isAsking = type === 'SubscriptionConfirmation';
  if (isAsking && !isOfSns(subscribeUrl, region, /^\/$/)) throw refused('Its subscribe URL is not at SNS.');
  await assertSigned(marketplaces, body, { fields, certificateUrl });
  return {
    type,
    messageId: fieldText(body, 'MessageId'),
    message: longTextOf(body, 'Message'),
    product,
    toldAt,
    subscribeUrl,
  };
}

/** True for HTTPS without user, password, port or fragment, at exactly SNS's host of that region. */
function isOfSns(text: string, region: string, path: RegExp): boolean {
  const url = URL.parse(text);
  if (!url || url.href !== text.replace(/^https:\/\/([^/?]+)(?=\?|$)/, 'https://$1/')) return false;
  const host = `sns.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  const isPlain = url.protocol === 'https:' && url.host === host && url.username === '' && url.hash === '';
  return isPlain && path.test(url.pathname);
}

async function assertSigned(
  asking: Asking,
  body: unknown,
  { fields, certificateUrl }: { readonly fields: readonly string[]; readonly certificateUrl: string },
): Promise<void> {
  const algorithm = algorithms.get(fieldText(body, 'SignatureVersion'));
  const signed = fields
    .flatMap((name) => (name in Object(body) ? [`${name}\n${longTextOf(body, name)}\n`] : []))
    .join('');
  const signature = Buffer.from(longTextOf(body, 'Signature'), 'base64');
  if (!algorithm || signature.length === 0) throw refused('It is not signed.');
  const key = await publicKeyAt(asking, certificateUrl);
  if (!createVerify(algorithm).update(signed, 'utf8').verify(key, signature))
    throw refused('Its signature is not by SNS.');
}

const mostKept = 20;

async function publicKeyAt({ fetchFromSns, snsCertificates: kept }: Asking, url: string) {
  const known = kept.get(url);
  if (known) return known.publicKey;
  const certificate = await certificateAt(fetchFromSns, url);
  if (kept.size >= mostKept) kept.clear();
  kept.set(url, certificate);
  return certificate.publicKey;
}

async function certificateAt(fetchFromSns: Asking['fetchFromSns'], url: string): Promise<X509Certificate> {
  try {
    return new X509Certificate(await fetchFromSns(url));
  } catch (error) {
    throw refused('Its certificate cannot be read.', error);
  }
}

function longTextOf(body: unknown, name: string): string {
  const found: unknown = Object(body)[name];
  return typeof found === 'string' ? found : '';
}

const urlTextOf = longTextOf;

const refused = (why: string, cause?: unknown) =>
  Object.assign(noPermission(`This message is not trusted. ${why}`), { cause });
