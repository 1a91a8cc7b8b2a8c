import { createVerify, X509Certificate } from 'node:crypto';
import { noPermission } from '#platform/refusal.ts';
import type { Marketplaces } from '../provider/marketplaces.ts';
import { fieldText, mostAgeMs } from './told.ts';

/** A message of SNS that was proved. */
export interface SnsMessage {
  readonly type: string;
  readonly messageId: string;
  readonly message: string;
  readonly product: string;
  readonly toldAt: Date;
  readonly subscribeUrl: string;
}

type Asking = Pick<Marketplaces, 'products' | 'topicsOf' | 'fetchFromSns' | 'snsCertificates'>;

/** SNS signs these fields, in this order; `Subject` only where there is one. */
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
 * Proves that a message comes from SNS, of a topic of the marketplace's own account, of a product that is sold here: anybody
 * can have SNS sign for a topic of their own. Refuses (403) whatever is not so; only the certificate is fetched for it, and
 * only from the SNS of the topic's region.
 */
export async function verifySns(marketplaces: Asking, body: unknown, outside: Date): Promise<SnsMessage> {
  const type = fieldText(body, 'Type');
  const fields = signedFields.get(type);
  const { topicsOf } = marketplaces;
  const [arn, region = ''] = [fieldText(body, 'TopicArn'), topicsOf.split(':')[3]];
  const name = arn.startsWith(`${topicsOf}:`) ? arn.slice(topicsOf.length + 1) : '';
  const [, product = ''] = topic.exec(name) ?? [];
  if (!fields || !marketplaces.products.some((each) => each.cloudProvider === 'aws' && each.product === product))
    throw refused('It is of no topic that is listened to here.');
  const toldAt = new Date(fieldText(body, 'Timestamp'));
  if (!(Math.abs(outside.getTime() - toldAt.getTime()) <= mostAgeMs)) throw refused('It is too old.');
  const certificateUrl = fieldText(body, 'SigningCertURL');
  if (
    certificateUrl.includes('?') ||
    !isOfSns(certificateUrl, region, /^\/SimpleNotificationService-[0-9a-zA-Z]{1,80}\.pem$/)
  )
    throw refused('Its certificate is not where SNS keeps its own.');
  const subscribeUrl = urlTextOf(body, 'SubscribeURL');
  const isAsking = type === 'SubscriptionConfirmation';
  if (isAsking && !isOfSns(subscribeUrl, region, /^\/$/)) throw refused('It would have us ask somebody else than SNS.');
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

/** HTTPS, no name, password, port or fragment, and exactly the host of SNS in that region. */
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
    throw refused('Its signature is not of SNS.');
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
  Object.assign(noPermission(`This message is not believed. ${why}`), { cause });
