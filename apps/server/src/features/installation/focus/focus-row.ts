import type { CloudProvider, ResourceKind } from '@usance/api/cloud';
import type { NoteReason } from '@usance/api/focus';
import { type Decimal, formatDecimal, fromUnits } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import {
  floorToHour,
  hourMs,
  type Instant,
  instant,
  instantOfEpochMs,
  plusHours,
  toRfc3339,
} from '@usance/period/instant';
import { type BillingZone, billingZoneOf } from '@usance/period/zone';

/** A FOCUS row that can be rated: what was used, where, and at which list price. Decimals have 12 places. */
export interface FocusUsage {
  readonly provider: string;
  readonly cloud: CloudProvider;
  readonly region: string;
  readonly subAccount: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  /** When the whole charge period is over, of which less may be rated. */
  readonly over: string;
  readonly product: string;
  readonly type: string;
  readonly subType: string;
  readonly billingItem: string;
  readonly unit: string;
  readonly resourceId: string;
  readonly resourceName: string;
  readonly resourceKind: ResourceKind;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly listCost: Decimal;
}

type FocusRow =
  | { kind: 'usage'; usage: FocusUsage }
  | { kind: 'excluded' | 'broken'; reason: NoteReason; message: string };

const clouds = new Map<string, CloudProvider>([
  ['aws', 'aws'],
  ['amazon web services', 'aws'],
  ['microsoft', 'azure'],
  ['microsoft azure', 'azure'],
  ['azure', 'azure'],
  ['alibaba cloud', 'alibabacloud'],
  ['tencent cloud', 'tencentcloud'],
  ['huawei cloud', 'huaweicloud'],
  ['volcengine', 'volcengine'],
]);

/** Reads one row by FOCUS 1.0's column names. Not usage is excluded; what cannot be read is broken; both say why. */
export function readFocusRow(cells: Readonly<Record<string, string>>): FocusRow {
  const cell = (name: string) => textIn(cells[name]);
  const category = cell('ChargeCategory');
  if (category === '') return broken('NO_CATEGORY', 'ChargeCategory is empty.');
  if (category.toLowerCase() !== 'usage') return excluded('NOT_USAGE', `A row of category ${category} is not usage.`);

  const quantity = readDecimal(cell('PricingQuantity'));
  if (!quantity) return broken('BAD_QUANTITY', 'PricingQuantity is not a decimal.');
  const unitPrice = readDecimal(cell('ListUnitPrice'));
  if (!unitPrice) return broken('BAD_PRICE', 'ListUnitPrice is not a decimal.');
  if (unitPrice.units < 0n) return broken('BAD_PRICE', 'ListUnitPrice is negative.');
  const listCost = readDecimal(cell('ListCost'));
  if (!listCost) return broken('BAD_COST', 'ListCost is not a decimal.');
  const currency = cell('BillingCurrency').toUpperCase();
  const period = chargedHours(
    cell('ChargePeriodStart'),
    cell('ChargePeriodEnd'),
    billingZoneOf(currency === 'CNY' ? currency : 'USD'),
  );
  if (!period) return broken('BAD_PERIOD', 'ChargePeriodStart and ChargePeriodEnd are no period.');

  const provider = cell('ProviderName') || 'Unknown';
  const service = cell('ServiceName') || 'Other';
  return {
    kind: 'usage',
    usage: {
      provider,
      cloud: clouds.get(provider.toLowerCase()) ?? 'onpremise',
      region: cell('RegionId') || 'global',
      subAccount: cell('SubAccountName') || cell('SubAccountId') || provider,
      currency,
      start: toRfc3339(period.start),
      end: toRfc3339(period.end),
      over: toRfc3339(period.over),
      product: cut(service, 120),
      type: cut(cell('ServiceCategory') || 'Other', 120),
      subType: cut(cell('PricingCategory'), 120),
      billingItem: cut(cell('SkuPriceId') || cell('SkuId') || cell('ChargeDescription') || service, 180),
      unit: cut(cell('PricingUnit') || 'Units', 40),
      resourceId: cut(cell('ResourceId') || cell('SubAccountId') || service, 300),
      resourceName: cut(cell('ResourceName') || cell('ResourceId') || service, 300),
      resourceKind: kindOf(cell('ServiceCategory')),
      quantity: twelvePlaces(quantity),
      unitPrice: twelvePlaces(unitPrice),
      listCost,
    },
  };
}

const excluded = (reason: NoteReason, message: string): FocusRow => ({ kind: 'excluded', reason, message });
const broken = (reason: NoteReason, message: string): FocusRow => ({ kind: 'broken', reason, message });

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is replaced
const controls = /[\u0000-\u001f\u007f]+/g;

/** NULL stands for an empty cell; a cell of several lines becomes one. */
function textIn(cell: string | undefined): string {
  const text = (cell ?? '').replace(controls, ' ').trim();
  return text === 'NULL' ? '' : text;
}

/** The start of a text; never half of a surrogate pair, which no store would give back as it was. */
function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

const written = /^([+-]?)(\d{1,24})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A decimal as exports write it, with an exponent too; undefined for all else. */
function readDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponentText = '0'] = written.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponentText);
  return scale >= 0 ? fromUnits(units, scale) : fromUnits(units * 10n ** BigInt(-scale), 0);
}

function twelvePlaces(value: Decimal): string {
  return formatDecimal(roundHalfUp(value, 12));
}

const isoLike = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(?:Z|\+00:?00)?$/;
const firstInstant = instant('2000-01-01T00:00:00Z');

/** Whole UTC hours that cover the period, as usage is cut; of a longer one what lies in the billing month of its start, which decides the price. */
function chargedHours(
  startText: string,
  endText: string,
  zone: BillingZone,
): { start: Instant; end: Instant; over: Instant } | undefined {
  const [from, to] = [readInstant(startText), readInstant(endText)];
  if (from === undefined || to === undefined || from >= to || from < firstInstant) return undefined;
  const start = floorToHour(from);
  const over = to % hourMs === 0 ? to : plusHours(floorToHour(to), 1);
  const month = rangeOf(billingMonthOf(start, zone), zone);
  return { start, end: instantOfEpochMs(Math.min(over, month.end)), over };
}

function readInstant(text: string): Instant | undefined {
  const [, day, minute, second = ':00'] = isoLike.exec(text) ?? [];
  try {
    return instant(`${day}T${minute}${second}Z`);
  } catch {
    return undefined;
  }
}

function kindOf(serviceCategory: string): ResourceKind {
  switch (serviceCategory) {
    case 'Storage':
      return 'database';
    case 'Networking':
      return 'teleport';
    default:
      return 'warehouse';
  }
}
