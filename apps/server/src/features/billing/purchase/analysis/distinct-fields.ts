import type { purchases } from '@usance/api/billing/purchase';
import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { Range } from '@usance/period/range';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import { type TagHistory, tagHistory } from '../../../contract/datacloud/tag/tag-history.ts';
import { regionNameOf } from '../../../contract/region/region.ts';
import { type PurchaseContext, selectPurchases } from '../selection/purchase-selection.ts';

type DistinctFields = CallReply<typeof purchases.distinctFields>;

/** Returns the filter values that occur in a range, sorted and without duplicates. */
export async function distinctPurchaseFields(
  ctx: PurchaseContext,
  { query: range }: { query: ParsedQuery<typeof purchases.distinctFields> },
): Promise<DistinctFields> {
  const { sums, params, contract, window } = await selectPurchases(ctx, { ...range, includeZeroAmount: true });
  // A few SKUs and data clouds represent all rows, so only their texts are compared.
  const rows = await ctx.clickhouse.queryKept<DistinctRow>(
    `SELECT ${lists.map((column) => `arraySort(groupUniqArray(${column}_)) AS ${column}_list`).join(', ')},
       arraySort(groupUniqArray((cloud_provider_, region_))) AS region_list,
       arraySort(groupUniqArray((datacloud_name_, datacloud_id))) AS datacloud_list
     FROM (
       SELECT datacloud_id, argMax(datacloud_name, named_at) AS datacloud_name_,
         ${[...lists, 'cloud_provider', 'region'].map((column) => `any(${column}) AS ${column}_`).join(', ')}
       FROM ${sums} GROUP BY sku_no, datacloud_id
     )`,
    params,
  );
  const row = onlyRow(rows);
  return {
    products: row.product_list,
    types: row.type_list,
    subTypes: row.sub_type_list,
    internalPriceNames: row.billing_item_list,
    editions: row.edition_list,
    regions: row.region_list.map(([cloudProvider, region]) => ({
      cloudProvider,
      region,
      regionName: regionNameOf(cloudProvider, region),
    })),
    dataclouds: latestNames(row.datacloud_list),
    tags: tagsWithin(await tagHistory(ctx.db, contract.id, window.end), window),
  };
}

const lists = ['product', 'type', 'sub_type', 'billing_item', 'edition'] as const;

type DistinctRow = { [Column in (typeof lists)[number] as `${Column}_list`]: string[] } & {
  region_list: [cloudProvider: string, region: string][];
  datacloud_list: [name: string, id: string][];
};

/** Lists a data cloud that was renamed in the range once, by its latest name. */
function latestNames(pairs: readonly [name: string, id: string][]): DistinctFields['dataclouds'] {
  return [...new Map(pairs.map(([name, id]) => [id, name]))].map(([id, name]) => ({ id, name }));
}

/** Returns each key that held in a range with its values, sorted. */
function tagsWithin(history: TagHistory, { start, end }: Range): { key: string; values: string[] }[] {
  const held = [...history.values()].flatMap((steps) =>
    steps
      .filter(({ from }, index) => from < end && start < (steps[index + 1]?.from ?? end))
      .flatMap(({ tags }) => [...tags]),
  );
  const byKey = Map.groupBy(held, ([key]) => key);
  return [...byKey]
    .map(([key, ofKey]) => ({ key, values: [...new Set(ofKey.map(([, value]) => value))].sort() }))
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}
