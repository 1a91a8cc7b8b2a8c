import type { purchases } from '@usance/api/billing/purchase';
import type { ParsedQuery } from '@usance/api/call';
import type { PurchaseContext } from '../selection/purchase-selection.ts';
import type { ComparedPeriods } from './compared-periods.ts';
import { groupColumns, keySql, nameSql } from './grouping.ts';

export type GroupsQuery = ParsedQuery<typeof purchases.groups>;

type GroupRow = {
  key: string;
  /** The values of the grouping's columns. */
  key_values: string[];
  name: string;
  total: string;
  compared: string;
  former: string;
};

export type GroupsPage = {
  readonly rows: readonly GroupRow[];
  readonly totalSize: number;
  readonly total: string;
  readonly compared: string;
  readonly former: string;
};

/** Returns a page of groups and the sums of all. One query does both, since groups are few beside their rows. */
export async function groupsPage(
  { clickhouse }: Pick<PurchaseContext, 'clickhouse'>,
  { sums, params, compared, amountSql, comparedSql, formerSql }: ComparedPeriods,
  query: GroupsQuery,
): Promise<GroupsPage> {
  const after = (query.pageNum - 1) * query.pageSize;
  const key = keySql(query.groupBy);
  const columns = groupColumns[query.groupBy].columns.map(([, column]) => `toString(any(${column}))`);
  const rows = await clickhouse.queryKept<PlacedRow>(
    `SELECT * FROM (
       SELECT *, row_number() OVER (PARTITION BY is_found ORDER BY ${orderOf(query, compared)}) AS place,
         countIf(is_found) OVER () AS groups, sum(total) OVER () AS all_total,
         sum(compared) OVER () AS all_compared, sum(former) OVER () AS all_former
       FROM (
         SELECT ${key} AS key, [${columns.join(', ')}] AS key_values, ${nameSql(query.groupBy)} AS name,
           ${isFoundSql} AS is_found,
           ${amountSql} AS total, ${comparedSql} AS compared, ${formerSql} AS former
         FROM ${sums} GROUP BY key
       )
     ) WHERE place = 1 OR is_found AND place > {after:UInt64} AND place <= {through:UInt64} ORDER BY place`,
    { ...params, find: query.find ?? '', after, through: after + query.pageSize },
  );
  // A first group comes with every page, since it carries the sums.
  const [first] = rows;
  return {
    rows: rows.filter(({ place, is_found }) => is_found === 1 && Number(place) > after),
    totalSize: Number(first?.groups ?? 0),
    total: first?.all_total ?? '0',
    compared: first?.all_compared ?? '0',
    former: first?.all_former ?? '0',
  };
}

/** Every text contains the empty one. */
const isFoundSql =
  'positionCaseInsensitiveUTF8(key, {find:String}) > 0 OR positionCaseInsensitiveUTF8(name, {find:String}) > 0';

type PlacedRow = GroupRow & { place: string; is_found: 0 | 1; groups: string } & Record<AllSums, string>;
type AllSums = 'all_total' | 'all_compared' | 'all_former';

const orders: Readonly<Record<GroupsQuery['orderBy'], string>> = {
  amount: 'total',
  former: 'former',
  change: 'compared - former',
  name: "if(name = '', key, name)",
};

/** SQL for the order. Without compared days, nothing has changed, and the largest amounts are what people look for. */
function orderOf({ orderBy, ordering }: GroupsQuery, compared: ComparedPeriods['compared']): string {
  const by = orderBy === 'change' && compared === undefined ? 'amount' : orderBy;
  return `${orders[by]} ${ordering === 'asc' ? 'ASC' : 'DESC'}, key`;
}
