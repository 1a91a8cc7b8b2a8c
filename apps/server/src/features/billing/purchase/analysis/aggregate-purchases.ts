import { Readable } from 'node:stream';
import type { AggDimension, PurchaseAggregate, purchases } from '@usance/api/billing/purchase';
import type { ParsedQuery } from '@usance/api/call';
import { says } from '@usance/api/rule';
import { withFormatted } from '@usance/money/display';
import type { BillingZone } from '@usance/period/zone';
import { JsonStream } from '#platform/http/calls/reply/json-stream.ts';
import { invalidParameter } from '#platform/refusal.ts';
import { regionNameOf } from '../../../contract/region/region.ts';
import { billingDaySql } from '../../../metering/billing-day/billing-day-sql.ts';
import { exactAmount } from '../selection/purchase-row.ts';
import { type PurchaseContext, selectPurchases } from '../selection/purchase-selection.ts';
import { requireTagKey, tagValueOf } from '../tag/select-tags.ts';
import { itemsText } from './items-text.ts';

type Query = ParsedQuery<typeof purchases.aggBy>;

/**
 * Returns exact amounts by the given dimensions, largest first. A group has a quantity only if its rows share a unit.
 */
export async function aggregatePurchases(
  ctx: PurchaseContext,
  { query }: { query: Query },
): Promise<{ items: PurchaseAggregate[] } | JsonStream> {
  const dimensions = [...new Set(query.aggDimensions)];
  if (dimensions.length === 0) throw invalidParameter('aggDimensions', says('dimensionMissing'));
  const tagKey = dimensions.includes('tag') ? requireTagKey(query) : undefined;
  const { sums, params, contract, zone } = await selectPurchases(ctx, { ...query, tagKey });
  const keys = dimensions.map((dimension) => `${keyColumn(dimension, zone)} AS key_${dimension}`);
  const names = dimensions.flatMap((dimension) => namesOf(dimension));
  const keyNames = dimensions.map((dimension) => `key_${dimension}`).join(', ');
  const rows = await ctx.clickhouse.queryKept<AggregateRow>(
    `SELECT ${[...keys, ...names].join(', ')}, sum(amount) AS total, sum(consumption) AS quantity,
       min(consumption_unit) AS unit, min(consumption_unit) = max(consumption_unit) AS shares_unit
     FROM ${sums} GROUP BY ${keyNames} ORDER BY total DESC, ${keyNames} LIMIT ${mostGroups + 1}`,
    params,
  );
  if (rows.length > mostGroups) throw invalidParameter('aggDimensions', tooManyGroups);
  const itemOf = (row: AggregateRow): PurchaseAggregate => ({
    ...Object.fromEntries(dimensions.map((dimension) => [dimension, row[`key_${dimension}`]])),
    ...(row.key_tag === undefined ? {} : { tag: tagValueOf(row.key_tag) }),
    ...(row.key_region === undefined || row.key_cloudProvider === undefined
      ? {}
      : { regionName: regionNameOf(row.key_cloudProvider, row.key_region) }),
    ...(row.datacloud_label === undefined ? {} : { datacloudName: row.datacloud_label }),
    ...(row.object_label === undefined ? {} : { objectName: row.object_label }),
    ...withFormatted({ amount: exactAmount(row.total) }, contract.currency),
    ...(row.shares_unit === 1 ? { consumption: row.quantity, consumptionUnit: row.unit } : {}),
  });
  if (rows.length > largestBuilt) return new JsonStream(Readable.from(itemsText(rows, itemOf)));
  return { items: rows.map(itemOf) };
}

/** A larger reply is streamed: building it at once would block the event loop. */
const largestBuilt = 500;

// The engine's reply is validated and parsed at once, some 40 ms at this size. A year by day and 30 values of another
// dimension fit.
const mostGroups = 12_000;
const tooManyGroups = says('tooManyGroups', { max: mostGroups });

type AggregateRow = { [Key in `key_${AggDimension}`]?: string } & {
  datacloud_label?: string;
  object_label?: string;
  total: string;
  quantity: string;
  unit: string;
  shares_unit: 0 | 1;
};

const columns: Record<Exclude<AggDimension, 'day'>, string> = {
  product: 'product',
  type: 'type',
  subType: 'sub_type',
  billingItem: 'billing_item',
  region: 'region',
  cloudProvider: 'cloud_provider',
  edition: 'edition',
  datacloudID: 'datacloud_id',
  objectID: 'object_id',
  tag: 'tag_value',
};

function keyColumn(dimension: AggDimension, zone: BillingZone): string {
  return dimension === 'day' ? billingDaySql('bill_at', zone) : columns[dimension];
}

/** A renamed thing shows its latest name. */
function namesOf(dimension: AggDimension): string[] {
  if (dimension === 'datacloudID') return ['argMax(datacloud_name, named_at) AS datacloud_label'];
  if (dimension === 'objectID') return ['argMax(object_name, named_at) AS object_label'];
  return [];
}
