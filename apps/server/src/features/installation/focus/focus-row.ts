import type { CloudProvider, ResourceKind } from '@usance/api/cloud';
import type { NoteReason } from '@usance/api/installation/focus';
import type { Decimal } from '@usance/money/decimal';
import { billingZoneOf } from '@usance/period/zone';
import { chargePeriodOf } from './charge-period.ts';
import { type CellReader, cut, shortened, textIn } from './focus-cells.ts';
import { chargeOf } from './focus-charge.ts';
import { providerOf } from './focus-provider.ts';
import { Unfit } from './unfit.ts';

/** A FOCUS row that can be rated: the usage, its place and its list price. Decimals have 12 places. */
export interface FocusUsage {
  readonly provider: string;
  readonly cloud: CloudProvider;
  readonly region: string;
  readonly subAccount: string;
  readonly currency: string;
  readonly start: string;
  readonly end: string;
  /** The end of the whole charge period, which may be longer than the rated part. */
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

/**
 * Reads one row by the column names of FOCUS 1.0 to 1.4. Other rows than usage are excluded, unreadable ones broken;
 * both have a reason.
 */
export function readFocusRow(cells: Readonly<Record<string, string>>): FocusRow {
  try {
    return { kind: 'usage', usage: usageIn((column) => textIn(cells[column])) };
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return { kind: error.kind, reason: error.reason, message: error.message };
  }
}

function usageIn(cell: CellReader): FocusUsage {
  assertUsage(cell('ChargeCategory'));
  const { isCostAlone, ...charge } = chargeOf(cell);
  const currency = cell('BillingCurrency').toUpperCase();
  const { provider, cloud } = providerOf(cell);
  const service = cell('ServiceName') || 'Other';
  return {
    provider,
    cloud,
    region: cell('RegionId') || 'global',
    subAccount: cell('SubAccountName') || cell('SubAccountId') || provider,
    currency,
    ...chargePeriodOf(cell, billingZoneOf(currency === 'CNY' ? currency : 'USD')),
    product: cut(service, 120),
    type: cut(cell('ServiceCategory') || 'Other', 120),
    subType: cut(cell('PricingCategory'), 120),
    billingItem: shortened(cell('SkuPriceId') || cell('SkuId') || cell('ChargeDescription') || service, 180),
    unit: isCostAlone ? currency : cut(cell('PricingUnit') || 'Units', 40),
    resourceId: shortened(cell('ResourceId') || cell('SubAccountId') || service, 300),
    resourceName: cut(cell('ResourceName') || cell('ResourceId') || service, 300),
    resourceKind: kindOf(cell('ServiceCategory')),
    ...charge,
  };
}

function assertUsage(category: string): void {
  if (category === '') throw new Unfit('broken', 'NO_CATEGORY', 'ChargeCategory is empty.');
  if (category.toLowerCase() === 'usage') return;
  throw new Unfit('excluded', 'NOT_USAGE', `A row of category ${cut(category, 40)} is not usage.`);
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
