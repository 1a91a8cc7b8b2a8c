import { type FocusUsage, readFocusRow } from './focus-row.ts';

/** An hour of compute in a cost file. */
const anHour = {
  ChargeCategory: 'Usage',
  PricingQuantity: '1',
  ListUnitPrice: '2',
  ListCost: '2',
  ChargePeriodStart: '2024-09-18 22:00:00',
  ChargePeriodEnd: '2024-09-18 23:00:00',
  ProviderName: 'AWS',
  RegionId: 'us-west-2',
  SkuPriceId: 'P1',
  SubAccountName: 'Atlas Nimbus',
};

/** The usage read from such a row; the test states only the columns that matter. */
export function focusUsage(changed: Partial<Record<keyof typeof anHour | 'PricingUnit', string>> = {}): FocusUsage {
  const read = readFocusRow({ ...anHour, ...changed });
  if (read.kind !== 'usage') throw new Error(read.message);
  return read.usage;
}
