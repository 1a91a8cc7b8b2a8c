import type { StandInBooks, StandInBuyer } from './books.ts';

/** A reply in the wire format of AWS. */
export interface WireAnswer {
  readonly status: number;
  readonly body: object;
}

type Fields = Readonly<Record<string, unknown>>;
const mostRecords = 25;

/** Answers the calls of AWS Marketplace's metering, entitlement and agreement services. */
export function answerAws(books: StandInBooks, target: string, body: Fields): WireAnswer {
  switch (target.split('.').at(-1)) {
    case 'ResolveCustomer':
      return resolveCustomer(books, String(body['RegistrationToken']));
    case 'BatchMeterUsage':
      return batchMeterUsage(books, body);
    case 'GetEntitlements':
      return ok({ Entitlements: [] });
    case 'SearchAgreements':
      return ok({ agreementViewSummaries: [{ agreementId: `${agreement}${acceptorOf(body)}` }] });
    case 'ListAgreementInvoiceLineItems':
      return ok({ agreementInvoiceLineItemGroupSummaries: invoicesOf(books, String(body['agreementId'])) });
    default:
      return refused('UnknownOperationException');
  }
}

const ok = (body: object): WireAnswer => ({ status: 200, body });
const refused = (type: string, message = 'The stand-in refuses this.'): WireAnswer => ({
  status: 400,
  body: { __type: type, message },
});

function resolveCustomer(books: StandInBooks, token: string): WireAnswer {
  const buyer = books.byToken('aws', token);
  if (!buyer) return refused(token.startsWith('expired') ? 'ExpiredTokenException' : 'InvalidTokenException');
  return ok({
    ProductCode: buyer.product,
    CustomerAWSAccountId: buyer.account,
    CustomerIdentifier: buyer.customer ?? '',
    ...(buyer.licence && { LicenseArn: buyer.licence }),
  });
}

/** A record out of bounds or of an unknown dimension fails the whole batch. */
function batchMeterUsage(books: StandInBooks, { ProductCode: product, UsageRecords }: Fields): WireAnswer {
  const records: Fields[] = Array.isArray(UsageRecords) ? UsageRecords : [];
  if (records.length > mostRecords) return refused('ValidationException', `At most ${mostRecords} records.`);
  if (!records.every(({ Quantity }) => Number.isInteger(Quantity))) return refused('SerializationException');
  if (!records.every(({ Dimension }) => books.dimensions.has(String(Dimension))))
    return refused('InvalidUsageDimensionException');
  if (!records.every((record) => books.isInBounds(timeOf(record)))) return refused('TimestampOutOfBoundsException');
  if (product === undefined && records.some(({ LicenseArn }) => LicenseArn === undefined))
    return refused('InvalidProductCodeException');
  const Results = records.map((record) => ({ UsageRecord: record, ...outcomeOf(books, product, record) }));
  return ok({ Results, UnprocessedRecords: [] });
}

const timeOf = ({ Timestamp }: Fields): Date => new Date(Number(Timestamp) * 1_000);

function outcomeOf(books: StandInBooks, product: unknown, record: Fields): object {
  const { LicenseArn: licence, Dimension, Quantity } = record;
  const account = String(record['CustomerAWSAccountId'] ?? record['CustomerIdentifier']);
  const isBuyer = (buyer: StandInBuyer) =>
    (buyer.account === account || buyer.customer === account) &&
    (licence === undefined ? buyer.product === product : buyer.licence === licence);
  const buyer = books.find(isBuyer);
  if (!buyer || books.hasLeft(buyer)) return { Status: 'CustomerNotSubscribed' };
  const posted = books.post(String(licence ?? product), {
    account,
    dimension: String(Dimension),
    quantity: Number(Quantity),
    at: timeOf(record),
  });
  if (posted.kind === 'tooOld' || posted.kind === 'other') return { Status: 'DuplicateRecord' };
  return { Status: 'Success', MeteringRecordId: posted.held.id };
}

/** Each account has one agreement, named with this prefix. */
const agreement = 'agmt-stand-in-';

function acceptorOf({ filters }: Fields): string {
  const all: readonly Fields[] = Array.isArray(filters) ? filters : [];
  const values = all.find(({ name }) => name === 'AcceptorAccountId')?.['values'];
  return Array.isArray(values) ? String(values[0]) : '';
}

/** Bills each account a cent a unit, on one invoice a month. */
function invoicesOf({ records }: StandInBooks, agreementId: string): object[] {
  const own = records.filter(({ account }) => `${agreement}${account}` === agreementId);
  const byMonth = Map.groupBy(own, ({ hour }) => hour.slice(0, 7));
  return [...byMonth].map(([month, held]) => {
    const cents = held.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      agreementId,
      invoiceId: `stand-in-${month}`,
      invoiceBillingPeriod: { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) },
      pricingCurrencyAmount: {
        amount: `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
        currencyCode: 'USD',
      },
    };
  });
}
