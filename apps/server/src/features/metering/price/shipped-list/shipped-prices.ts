import type { Edition } from '@usance/api/cloud';
import type { Region } from '@usance/api/contract/region';
import { type MachineSeries, machineSeries } from '@usance/api/metering/machine-type';
import type { Sku } from '@usance/api/metering/sku';
import { type Currency, currencies } from '@usance/money/currency';
import { formatDecimal, fromUnits, multiply, powerOfTen } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { knownRegions } from '../../../contract/region/region.ts';
import { seriesFacts } from '../../machine-type/machine-types.ts';
import type { SkuContent } from '../../sku/sku.ts';
import { regionMultiplier } from './region-multiplier.ts';

interface ShippedPrice {
  readonly sku: SkuContent;
  readonly currency: Currency;
  readonly unitPrice: string;
  readonly listPrice: string;
  readonly priceUnit: string;
}

interface Item {
  readonly product: string;
  readonly type: string;
  readonly subType: string;
  readonly billingItem: string;
  readonly tier: string;
  readonly resourceKind: Sku['resourceKind'];
  readonly costKind: Sku['costKind'];
  readonly unit: string;
  readonly priceUnit: string;
  readonly quoted: Quoted;
}

/** USD Commercial, USD Business Critical, CNY Commercial, CNY Business Critical. */
type Quoted = readonly [string, string, string, string];

const monthHours = 720n;

const item = (
  [product, type, subType]: [string, string, string],
  [billingItem, tier]: [string, string],
  [resourceKind, costKind]: [Sku['resourceKind'], Sku['costKind']],
  [unit, priceUnit]: [string, string],
  quoted: Quoted,
): Item => ({ product, type, subType, billingItem, tier, resourceKind, costKind, unit, priceUnit, quoted });

const coreHour: [string, string] = ['core-hour', 'core-hour'];
const gbMonth: [string, string] = ['GB-hour', 'GB-month'];
const hour: [string, string] = ['hour', 'hour'];
const gb: [string, string] = ['GB', 'GB'];
const same = (usd: string, cny: string): Quoted => [usd, usd, cny, cny];

const ofACredit: Quoted = ['1.20', '1.60', '8.00', '11.00'];
/** The price of a core-hour is its credits × the price of a credit. */
function ofACoreHour(series: MachineSeries): Quoted {
  const times = (price: string) => formatDecimal(multiply(price, seriesFacts[series].creditsPerCoreHour));
  const [commercial, critical, commercialCny, criticalCny] = ofACredit;
  return [times(commercial), times(critical), times(commercialCny), times(criticalCny)];
}

/** The items that are sold in every region. */
const items: readonly Item[] = [
  ...machineSeries.options.map((series) =>
    item(
      ['Compute', 'Warehouse', `${series}-series`],
      [`compute.${series}-series`, ''],
      ['warehouse', 'compute'],
      coreHour,
      ofACoreHour(series),
    ),
  ),
  item(['Compute', 'Credit', ''], ['credit', ''], ['warehouse', 'compute'], ['credit', 'credit'], ofACredit),
  ...(['highPerf', 'wal'] as const).map((tier) =>
    item(['Storage', 'Database', tier], ['storage', tier], ['database', 'storage'], gbMonth, same('0.216', '1.44')),
  ),
  item(['Storage', 'Database', 'hot'], ['storage', 'hot'], ['database', 'storage'], gbMonth, same('0.108', '0.72')),
  ...(['cold', 'remote'] as const).map((tier) =>
    item(['Storage', 'Database', tier], ['storage', tier], ['database', 'storage'], gbMonth, same('0.0216', '0.144')),
  ),
  item(['Backup', 'Snapshot', 'remote'], ['backup', 'remote'], ['backup', 'storage'], gbMonth, same('0.0216', '0.144')),
  item(['Cache', 'Result cache', 'small'], ['cache', 'small'], ['cache', 'compute'], hour, same('0.05', '0.35')),
  item(['Cache', 'Result cache', 'medium'], ['cache', 'medium'], ['cache', 'compute'], hour, same('0.10', '0.70')),
  item(['Cache', 'Result cache', 'large'], ['cache', 'large'], ['cache', 'compute'], hour, same('0.20', '1.40')),
  item(['Teleport', 'Link', 'micro'], ['teleport', 'micro'], ['teleport', 'compute'], hour, same('0.05', '0.35')),
  item(['Teleport', 'Link', 'small'], ['teleport', 'small'], ['teleport', 'compute'], hour, same('0.10', '0.70')),
  item(['Teleport', 'Link', 'medium'], ['teleport', 'medium'], ['teleport', 'compute'], hour, same('0.20', '1.40')),
  item(['Teleport', 'Link', 'large'], ['teleport', 'large'], ['teleport', 'compute'], hour, same('0.40', '2.80')),
  item(['Network', 'Transfer', 'Import, VPC'], ['network', 'import.vpc'], ['database', 'network'], gb, same('0', '0')),
  item(
    ['Network', 'Transfer', 'Import, public'],
    ['network', 'import.public'],
    ['database', 'network'],
    gb,
    same('0', '0'),
  ),
  item(
    ['Network', 'Transfer', 'Export, VPC'],
    ['network', 'export.vpc'],
    ['database', 'network'],
    gb,
    same('0.01', '0.07'),
  ),
  item(
    ['Network', 'Transfer', 'Export, public'],
    ['network', 'export.public'],
    ['database', 'network'],
    gb,
    same('0.09', '0.60'),
  ),
];

const editions: readonly Edition[] = ['ENTERPRISE', 'BUSINESSCRITICAL'];

/** Returns the whole price list: every item in every region and edition, in both currencies. */
export function shippedPrices(): ShippedPrice[] {
  return knownRegions.flatMap((region) =>
    editions.flatMap((edition) =>
      items.flatMap((each) => currencies.map((currency) => shipped(each, region, edition, currency))),
    ),
  );
}

function shipped(each: Item, region: Region, edition: Edition, currency: Currency): ShippedPrice {
  const { quoted, priceUnit, ...shown } = each;
  const column = (currency === 'USD' ? 0 : 2) + editions.indexOf(edition);
  const price = multiply(quoted[column] ?? '0', currency === 'USD' ? regionMultiplier(region) : '1');
  const listPrice = roundHalfUp(price, 12);
  const unitPrice = priceUnit === 'GB-month' ? roundHalfUp(perMonthHour(price.units, price.scale), 12) : listPrice;
  return {
    sku: { ...shown, cloudProvider: region.cloud, region: region.region, edition },
    currency,
    unitPrice: formatDecimal(unitPrice),
    listPrice: formatDecimal(listPrice),
    priceUnit,
  };
}

/** A GB-month is 720 GB-hours. The quoted prices divide without a remainder well before the 18th place. */
function perMonthHour(units: bigint, scale: number) {
  return fromUnits((units * powerOfTen(18 - scale)) / monthHours, 18);
}
