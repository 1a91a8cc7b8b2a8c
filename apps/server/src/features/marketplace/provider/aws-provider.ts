import {
  ListAgreementInvoiceLineItemsCommand,
  type ListAgreementInvoiceLineItemsCommandOutput,
  MarketplaceAgreementClient,
  SearchAgreementsCommand,
} from '@aws-sdk/client-marketplace-agreement';
import {
  GetEntitlementsCommand,
  MarketplaceEntitlementServiceClient,
} from '@aws-sdk/client-marketplace-entitlement-service';
import {
  BatchMeterUsageCommand,
  type BatchMeterUsageCommandOutput,
  MarketplaceMeteringClient,
  MarketplaceMeteringServiceException,
  ResolveCustomerCommand,
  type UsageRecord,
} from '@aws-sdk/client-marketplace-metering';
import { hourMs } from '@usance/period/instant';
import { invalidParameter, unavailable } from '#platform/refusal.ts';
import { licenceTail } from './licence.ts';
import type { SoldProduct } from './marketplace-config.ts';
import type {
  MarketplaceLine,
  MarketplaceProvider,
  MeteredRecord,
  MeterOutcome,
  Subscribed,
} from './marketplace-provider.ts';

export interface AwsOptions {
  readonly region: string;
  /** A stand-in in place of AWS and the SDK's own settings; it accepts any credentials. */
  readonly endpoint?: string;
}

/** AWS Marketplace through the SDK's clients, which find endpoints and credentials in their own variables. */
export function awsProvider(options: AwsOptions, products: readonly SoldProduct[]): MarketplaceProvider {
  const settings = clientSettings(options);
  // A retry by the client would hide that the first request was not answered.
  const metering = new MarketplaceMeteringClient({ ...settings, maxAttempts: 1 });
  const entitlement = new MarketplaceEntitlementServiceClient(settings);
  const agreement = new MarketplaceAgreementClient(settings);
  const isEntitled = async (product: string, customer: Record<string, string[]>) => {
    const asked = new GetEntitlementsCommand({ ProductCode: product, Filter: customer });
    return ((await entitlement.send(asked)).Entitlements ?? []).length > 0;
  };
  return {
    cloud: 'aws',
    tokenMs: 4 * hourMs,
    allowsZero: true,
    integerOnly: true,
    resolveToken: async (token) => {
      const resolved = await asking(() => metering.send(new ResolveCustomerCommand({ RegistrationToken: token })));
      const subscribed = subscribedOf(resolved);
      const sold = products.find((each) => each.cloudProvider === 'aws' && each.product === subscribed.product);
      if (!sold) throw invalidParameter('token', 'This token is of a product that is not sold here.');
      if (!sold.entitled) return { ...subscribed, state: 'subscribed' };
      const entitled = await asking(() => isEntitled(subscribed.product, filterOf(subscribed)));
      return { ...subscribed, state: entitled ? 'subscribed' : 'subscribing' };
    },
    activate: async () => {},
    meter: async (records) => meterTogether(metering, records),
    billedLines: async ({ accountId, product }) => {
      const sold = products.find((each) => each.cloudProvider === 'aws' && each.product === product);
      if (!sold?.productID || accountId === '') return undefined;
      const of = { accountId, productID: sold.productID };
      return asking(() => linesOf(agreement, of));
    },
  };
}

function clientSettings({ region, endpoint }: AwsOptions) {
  const patience = { connectionTimeout: 2_000, requestTimeout: 4_000, throwOnRequestTimeout: true };
  const standIn = endpoint && { endpoint, credentials: { accessKeyId: 'stand-in', secretAccessKey: 'stand-in' } };
  return { region, maxAttempts: 2, requestHandler: patience, ...standIn };
}

function subscribedOf(resolved: {
  readonly ProductCode?: string | undefined;
  readonly CustomerAWSAccountId?: string | undefined;
  readonly CustomerIdentifier?: string | undefined;
  readonly LicenseArn?: string | undefined;
}): Subscribed {
  const { ProductCode: product, CustomerAWSAccountId: accountId = '', CustomerIdentifier: customerId = '' } = resolved;
  if (!product || !(accountId || customerId)) throw unavailable('AWS Marketplace resolved a token without a buyer');
  const licenceArn = resolved.LicenseArn || null;
  return { product, accountId, customerId, licenceArn, instanceId: licenceTail(licenceArn), planId: '' };
}

function filterOf({ licenceArn, accountId, customerId }: Subscribed): Record<string, string[]> {
  if (licenceArn !== null) return { LICENSE_ARN: [licenceArn] };
  return accountId ? { CUSTOMER_AWS_ACCOUNT_ID: [accountId] } : { CUSTOMER_IDENTIFIER: [customerId] };
}

const badTokens = new Set(['InvalidTokenException', 'ExpiredTokenException']);

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Error) || !badTokens.has(error.name)) throw unavailable(error);
    throw invalidParameter('token', 'This token is not valid, or no longer is.');
  }
}

/** Sends a batch. One bad record fails the whole batch, which is then sent one by one. */
async function meterTogether(
  client: MarketplaceMeteringClient,
  records: readonly MeteredRecord[],
): Promise<ReadonlyMap<string, MeterOutcome>> {
  try {
    return outcomesOf(records, await client.send(batchOf(records)));
  } catch (error) {
    const why = error instanceof Error ? error.name : String(error);
    if (!losesBatch.has(why) || records.length === 1)
      return new Map(records.map(({ key }) => [key, { kind: kindOf.get(why) ?? kindOfOther(error), why } as const]));
    const alone: [string, MeterOutcome][] = [];
    for (const record of records) alone.push(...(await meterTogether(client, [record])));
    return new Map(alone);
  }
}

/** Errors that are or may be about a single record. */
const losesBatch = new Set([
  'TimestampOutOfBoundsException',
  'InvalidUsageDimensionException',
  'InvalidCustomerIdentifierException',
  'InvalidLicenseException',
  'InvalidUsageAllocationsException',
  'InvalidTagException',
]);

// A revoked licence or an unknown buyer counts as unsubscribed.
const kindOf = new Map<string, 'tooOld' | 'notSubscribed'>([
  ['TimestampOutOfBoundsException', 'tooOld'],
  ['InvalidLicenseException', 'notSubscribed'],
  ['InvalidCustomerIdentifierException', 'notSubscribed'],
]);

/** An error that AWS answers means that nothing was taken; its server faults leave that open. */
function kindOfOther(error: unknown): 'retry' | 'unanswered' {
  const isAnswer = error instanceof MarketplaceMeteringServiceException && error.$fault === 'client';
  return isAnswer || isUnsent(error) ? 'retry' : 'unanswered';
}

/** True if the request was not sent: without credentials, or without a reachable host. */
function isUnsent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return error.name === 'CredentialsProviderError' || code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

function batchOf(records: readonly MeteredRecord[]): BatchMeterUsageCommand {
  const [first] = records;
  const isByLicence = first?.metersBy === 'licence';
  return new BatchMeterUsageCommand({
    ...(first && !isByLicence && { ProductCode: first.subscription.product }),
    UsageRecords: records.map(usageRecordOf),
  });
}

function usageRecordOf({ hour, dimension, quantity, metersBy, subscription }: MeteredRecord): UsageRecord {
  const { accountId, customerId, licenceArn } = subscription;
  return {
    Timestamp: hour,
    Dimension: dimension,
    Quantity: Number(quantity),
    ...(accountId ? { CustomerAWSAccountId: accountId } : { CustomerIdentifier: customerId }),
    ...(metersBy === 'licence' && licenceArn !== null && { LicenseArn: licenceArn }),
  };
}

/** Identifies a record by its fields, since results come in any order. */
function keyOf({ Timestamp, Dimension, CustomerAWSAccountId, CustomerIdentifier, LicenseArn }: UsageRecord): string {
  return JSON.stringify([
    Timestamp?.getTime(),
    Dimension,
    CustomerAWSAccountId ?? CustomerIdentifier,
    licenceTail(LicenseArn),
  ]);
}

function outcomesOf(
  records: readonly MeteredRecord[],
  { Results = [], UnprocessedRecords = [] }: BatchMeterUsageCommandOutput,
): ReadonlyMap<string, MeterOutcome> {
  const results = new Map(Results.map((result) => [result.UsageRecord ? keyOf(result.UsageRecord) : '', result]));
  const unprocessed = new Set(UnprocessedRecords.map(keyOf));
  return new Map(
    records.map((record): [string, MeterOutcome] => {
      const key = keyOf(usageRecordOf(record));
      const result = results.get(key);
      switch (result?.Status) {
        case 'Success':
          return [record.key, { kind: 'accepted', recordId: result.MeteringRecordId ?? '' }];
        case 'DuplicateRecord':
          return [record.key, { kind: 'duplicate', held: undefined }];
        case 'CustomerNotSubscribed':
          return [record.key, { kind: 'notSubscribed', why: 'CustomerNotSubscribed' }];
        default:
          return [record.key, unprocessed.has(key) ? notProcessed : notAnswered];
      }
    }),
  );
}

const notProcessed: MeterOutcome = { kind: 'retry', why: 'UnprocessedRecords' };
const notAnswered: MeterOutcome = { kind: 'unanswered', why: 'It was not answered.' };

/** Returns the billed lines of a buyer's agreements for a product. */
async function linesOf(
  client: MarketplaceAgreementClient,
  { accountId, productID }: { readonly accountId: string; readonly productID: string },
): Promise<MarketplaceLine[]> {
  const found = await client.send(
    new SearchAgreementsCommand({
      catalog: 'AWSMarketplace',
      filters: [
        { name: 'PartyType', values: ['Proposer'] },
        { name: 'AcceptorAccountId', values: [accountId] },
        { name: 'ResourceIdentifier', values: [productID] },
        { name: 'AgreementType', values: ['PurchaseAgreement'] },
      ],
    }),
  );
  const lines: MarketplaceLine[] = [];
  for (const { agreementId } of found.agreementViewSummaries ?? []) {
    let nextToken: string | undefined;
    do {
      const page: ListAgreementInvoiceLineItemsCommandOutput = await client.send(
        new ListAgreementInvoiceLineItemsCommand({
          agreementId,
          groupBy: 'INVOICE_ID',
          ...(nextToken && { nextToken }),
        }),
      );
      lines.push(...(page.agreementInvoiceLineItemGroupSummaries ?? []).map(lineOf));
      nextToken = page.nextToken;
    } while (nextToken);
  }
  return lines;
}

type Summary = NonNullable<
  ListAgreementInvoiceLineItemsCommandOutput['agreementInvoiceLineItemGroupSummaries']
>[number];

function lineOf({ invoiceId, invoiceBillingPeriod, pricingCurrencyAmount }: Summary): MarketplaceLine {
  const { year = 0, month = 0 } = invoiceBillingPeriod ?? {};
  return {
    invoiceId: invoiceId ?? '',
    month: `${year}-${String(month).padStart(2, '0')}`,
    amount: pricingCurrencyAmount?.amount ?? '0',
    currency: pricingCurrencyAmount?.currencyCode ?? '',
  };
}
