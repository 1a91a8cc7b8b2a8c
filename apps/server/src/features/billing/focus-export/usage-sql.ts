import type { FocusVersion } from '@usance/api/billing/focus-export';
import type { Selectable } from 'kysely';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import { numbers, quote } from '#platform/clickhouse/literal.ts';
import type { Database } from '#platform/postgres/database.ts';
import { spreadsheetTextSql as text } from '#platform/spreadsheet/spreadsheet-text.ts';
import type { TagHistory } from '../../contract/datacloud/tag/tag-history.ts';
import { tagsOfHours } from '../../contract/datacloud/tag/tags-of-hours.ts';
import { regionNameOf } from '../../contract/region/region.ts';
import { skusByNumber } from '../../metering/sku/sku.queries.ts';
import { ofRuns, type PurchaseContext, runParams } from '../purchase/selection/purchase-selection.ts';
import { hoursUsed } from '../purchase/tag/hours-used.ts';
import { tagsJsonSql } from '../purchase/tag/tags-json.ts';
import { type CostColumn, costColumns } from './focus-columns.ts';
import { focusInstant } from './focus-csv.ts';
import type { FocusMonth, FocusMonths } from './focus-months.ts';
import { focusUnits, hostNames, serviceOf } from './focus-words.ts';
import { marketplaceSql } from './marketplace-hours.ts';
import { tagParts } from './tag-parts.ts';
import { priceCells, unitPricesSql, usedSkus } from './unit-prices.ts';

interface UsageStatement {
  readonly sql: string;
  readonly params: QueryParams;
}

/** The common content of all rows of a contract. */
interface Common {
  readonly version: FocusVersion;
  readonly seller: string;
  readonly marketplaces: FocusMonths['marketplaces'];
}

/**
 * Returns the statements whose CSV is the usage of a month: a row for each rated row, so each tier's slice has its own.
 * The engine writes the cells, and Node passes them on. Rows come in the order in which they are stored, so nothing is
 * sorted. The text of a statement is long: it has the prices of all SKUs, and the tags of its data clouds. One statement
 * is enough, unless the tags are too many for it.
 */
export async function usageStatements(
  ctx: PurchaseContext,
  month: FocusMonth,
  { version, seller, marketplaces }: Common,
): Promise<readonly UsageStatement[]> {
  const { contract, db } = ctx;
  const skus = await usedSkus(ctx, month);
  const found = await skusByNumber(
    db,
    skus.map(({ skuNo }) => skuNo),
  );
  const marketplace = marketplaceSql(marketplaces, month.month);
  const cells: Readonly<Record<Exclude<CostColumn, 'Tags'>, string>> = {
    ...nothing,
    ...cellsOfRow,
    ...cellsOfSku([...found.values()]),
    ...cellsBilledBy(marketplace, month),
  };
  const rows = { ofDays: ofRuns.join(' AND '), params: runParams(contract.id, month.runs) };
  const used = await hoursUsed(ctx, rows);
  const tags = await tagsOfHours(db, contract.id, used);
  const datacloudIds = used.map(({ datacloudId }) => datacloudId);
  const prices = await unitPricesSql(ctx, month, skus);
  const issuer = marketplace === undefined ? '' : `,\n  ${marketplace} AS marketplace`;
  return tagParts(datacloudIds, tags).map((part) => ({
    sql: `WITH ${positionSql([...found.keys()])} AS sku,
  ${prices}${issuer}
SELECT ${costColumns[version].map((column) => (column === 'Tags' ? tagsCell(tags, part) : cells[column])).join(',\n  ')}
FROM purchase AS u WHERE ${rows.ofDays} AND u.datacloud_id IN (${part.map(quote).join(',')})
ORDER BY run_no, bill_at, usage_id, source, slice_no
SETTINGS format_csv_null_representation = ''`,
    params: {
      ...rows.params,
      account: contract.id,
      accountName: contract.tags,
      currency: contract.currency,
      seller,
      invoice: month.invoice?.statement.id ?? '',
      periodStart: focusInstant(month.cycle.start),
      periodEnd: focusInstant(month.cycle.end),
    },
  }));
}

function tagsCell(tags: TagHistory, datacloudIds: readonly string[]): string {
  const ofPart = new Map(datacloudIds.map((id) => [id, tags.get(id) ?? []]));
  return `nullIf(${tagsJsonSql(ofPart)}, '')`;
}

/** Columns of things that we do not sell or support. */
const nothing = {
  AllocatedMethodDetails: 'NULL',
  AllocatedMethodId: 'NULL',
  AllocatedResourceId: 'NULL',
  AllocatedResourceName: 'NULL',
  AllocatedTags: 'NULL',
  AvailabilityZone: 'NULL',
  CapacityReservationId: 'NULL',
  CapacityReservationStatus: 'NULL',
  CommitmentDiscountCategory: 'NULL',
  CommitmentDiscountId: 'NULL',
  CommitmentDiscountName: 'NULL',
  CommitmentDiscountQuantity: 'NULL',
  CommitmentDiscountStatus: 'NULL',
  CommitmentDiscountType: 'NULL',
  CommitmentDiscountUnit: 'NULL',
  CommitmentProgramEligibilityDetails: 'NULL',
  ContractApplied: 'NULL',
} as const;

const unit = text(
  `transform(u.consumption_unit, [${[...focusUnits.keys()].map(quote).join(',')}], [${[...focusUnits.values()].map(quote).join(',')}], u.consumption_unit)`,
);

const cellsOfRow = {
  BillingAccountId: '{account:String}',
  BillingAccountName: text('{accountName:String}'),
  BillingAccountType: "'Contract'",
  BillingCurrency: '{currency:String}',
  BillingPeriodEnd: '{periodEnd:String}',
  BillingPeriodStart: '{periodStart:String}',
  ChargeCategory: "'Usage'",
  ChargeClass: "if(u.adjustment = 1, 'Correction', NULL)",
  ChargeDescription: text("concat(u.product, ' / ', u.type, if(u.sub_type = '', '', concat(' / ', u.sub_type)))"),
  ChargeFrequency: "'Usage-Based'",
  ChargePeriodEnd: 'u.end_at',
  ChargePeriodStart: 'u.start_at',
  ConsumedQuantity: 'u.consumption',
  ConsumedUnit: unit,
  ContractedCost: priceCells.contractedCost,
  ContractedUnitPrice: priceCells.contractedUnit,
  EffectiveCost: 'u.amount',
  ListCost: priceCells.listCost,
  ListUnitPrice: priceCells.listUnit,
  PricingCategory: "'Standard'",
  PricingCurrency: '{currency:String}',
  PricingCurrencyContractedUnitPrice: priceCells.contractedUnit,
  PricingCurrencyEffectiveCost: 'u.amount',
  PricingCurrencyListUnitPrice: priceCells.listUnit,
  PricingQuantity: 'u.consumption',
  PricingUnit: unit,
  ProviderName: '{seller:String}',
  PublisherName: '{seller:String}',
  RegionId: text('u.region'),
  ResourceId: text('u.object_id'),
  ResourceName: text('u.object_name'),
  ResourceType: 'u.resource_kind',
  ServiceName: text('u.product'),
  ServiceProviderName: '{seller:String}',
  SkuMeter: text('u.billing_item'),
  SubAccountId: 'u.datacloud_id',
  SubAccountName: text('u.datacloud_name'),
  SubAccountType: "'Data Cloud'",
} as const;

type Sku = Selectable<Database['sku']>;

/** SQL for the 1-based position of the row's SKU. One of few distinct values: the engine looks each up only once. */
const positionSql = (skuNos: readonly number[]) =>
  `toLowCardinality(transform(u.sku_no, ${numbers('UInt32', skuNos)}, ${numbers(
    'UInt16',
    skuNos.map((_, at) => at + 1),
  )}, toUInt16(0)))`;

function cellsOfSku(skus: readonly Sku[]) {
  const of = (value: (sku: Sku) => string) => `arrayElement([${skus.map((sku) => quote(value(sku))).join(',')}], sku)`;
  return {
    HostProviderName: `nullIf(${of(({ cloud_provider }) => hostNames[cloud_provider])}, '')`,
    RegionName: of(({ cloud_provider, region }) => regionNameOf(cloud_provider, region)),
    ServiceCategory: of((sku) => serviceOf(sku).category),
    ServiceSubcategory: of((sku) => serviceOf(sku).subcategory),
    SkuId: of(({ id }) => id),
    SkuPriceDetails: of(({ edition }) => JSON.stringify({ x_Edition: edition })),
    SkuPriceId: `concat(${of(({ id }) => `${id}/`)}, {currency:String})`,
  } as const;
}

/** The invoice of a row is the statement's, unless a marketplace bills it. */
function cellsBilledBy(marketplace: string | undefined, { invoice }: FocusMonth) {
  const ours = (sql: string, otherwise: string) =>
    marketplace === undefined ? sql : `if(marketplace = '', ${sql}, ${otherwise})`;
  const detail = `concat({invoice:String}, if(u.adjustment = 1, '/Correction/', '/Usage/'), u.product)`;
  return {
    BilledCost: ours('u.amount', '0'),
    InvoiceId: invoice ? ours('{invoice:String}', 'NULL') : 'NULL',
    InvoiceDetailId: invoice ? ours(detail, 'NULL') : 'NULL',
    InvoiceIssuerName: ours('{seller:String}', 'marketplace'),
  } as const;
}
