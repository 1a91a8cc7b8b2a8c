import type { CloudProvider, ResourceKind } from '@usance/contract/cloud';
import { type Decimal, formatDecimal, fromUnits } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';

/** A FOCUS row that can be rated: what was used, where, and at which list price. Decimals have 12 places. */
export interface FocusUsage {
  readonly provider: string;
  readonly cloud: CloudProvider;
  readonly region: string;
  readonly subAccount: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
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

export type FocusRow =
  | { kind: 'usage'; usage: FocusUsage }
  | { kind: 'excluded' | 'broken'; reason: string; message: string };

const clouds: Record<string, CloudProvider> = {
  aws: 'aws',
  'amazon web services': 'aws',
  microsoft: 'azure',
  'microsoft azure': 'azure',
  azure: 'azure',
  'alibaba cloud': 'alibabacloud',
  'tencent cloud': 'tencentcloud',
  'huawei cloud': 'huaweicloud',
  volcengine: 'volcengine',
};

/** Reads one row by FOCUS 1.0's column names. Not usage is excluded; what cannot be read is broken; both say why. */
export function readFocusRow(cells: Readonly<Record<string, string>>): FocusRow {
  const cell = (name: string) => valueOf(cells[name]);
  const category = cell('ChargeCategory');
  if (category === '') return broken('NO_CATEGORY', 'ChargeCategory is empty.');
  if (category.toLowerCase() !== 'usage') return excluded('NOT_USAGE', `A row of category ${category} is not usage.`);

  const quantity = decimalOf(cell('PricingQuantity'));
  if (!quantity) return broken('BAD_QUANTITY', 'PricingQuantity is not a decimal.');
  const unitPrice = decimalOf(cell('ListUnitPrice'));
  if (!unitPrice) return broken('BAD_PRICE', 'ListUnitPrice is not a decimal.');
  if (unitPrice.units < 0n) return broken('BAD_PRICE', 'ListUnitPrice is negative.');
  const listCost = decimalOf(cell('ListCost'));
  if (!listCost) return broken('BAD_COST', 'ListCost is not a decimal.');
  const start = instantOf(cell('ChargePeriodStart'));
  const end = instantOf(cell('ChargePeriodEnd'));
  if (!start || !end || start >= end)
    return broken('BAD_PERIOD', 'ChargePeriodStart and ChargePeriodEnd are no period.');

  const provider = cell('ProviderName') || 'Unknown';
  const service = cell('ServiceName') || 'Other';
  return {
    kind: 'usage',
    usage: {
      provider,
      cloud: clouds[provider.toLowerCase()] ?? 'onpremise',
      region: cell('RegionId') || 'global',
      subAccount: cell('SubAccountName') || cell('SubAccountId') || provider,
      currency: cell('BillingCurrency'),
      start,
      end,
      product: service.slice(0, 120),
      type: (cell('ServiceCategory') || 'Other').slice(0, 120),
      subType: cell('PricingCategory').slice(0, 120),
      billingItem: (cell('SkuPriceId') || cell('SkuId') || cell('ChargeDescription') || service).slice(0, 180),
      unit: (cell('PricingUnit') || 'Units').slice(0, 40),
      resourceId: (cell('ResourceId') || cell('SubAccountId') || service).slice(0, 300),
      resourceName: (cell('ResourceName') || cell('ResourceId') || service).slice(0, 300),
      resourceKind: kindOf(cell('ServiceCategory')),
      quantity: twelvePlaces(quantity),
      unitPrice: twelvePlaces(unitPrice),
      listCost,
    },
  };
}

const excluded = (reason: string, message: string): FocusRow => ({ kind: 'excluded', reason, message });
const broken = (reason: string, message: string): FocusRow => ({ kind: 'broken', reason, message });

/** NULL stands for an empty cell. */
function valueOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  return text === 'NULL' ? '' : text;
}

const written = /^([+-]?)(\d{1,24})(?:\.(\d{1,30}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A decimal as exports write it, with an exponent too; undefined for all else. */
function decimalOf(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponentText = '0'] = written.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const units = BigInt(`${sign === '-' ? '-' : ''}${whole}${fraction}`);
  const scale = fraction.length - Number(exponentText);
  return scale >= 0 ? fromUnits(units, scale) : fromUnits(units * 10n ** BigInt(-scale), 0);
}

function twelvePlaces(value: Decimal): string {
  return formatDecimal(roundHalfUp(value, 12));
}

const isoLike = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|\+00:?00)?$/;

/** RFC 3339 in UTC, on the hour as usage is cut; a period that is not on the hour is not one that we can bill. */
function instantOf(text: string): string | undefined {
  const [, day, hour, minute, second = '00'] = isoLike.exec(text) ?? [];
  const instant = `${day}T${hour}:${minute}:${second}Z`;
  if (day === undefined || Number.isNaN(Date.parse(instant)) || minute !== '00' || second !== '00') return undefined;
  return instant;
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
