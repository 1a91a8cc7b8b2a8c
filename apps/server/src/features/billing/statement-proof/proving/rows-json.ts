import type { QueryParams } from '#platform/clickhouse/client.ts';
import type { ReadContext } from '#platform/context/context.ts';
import type { LiveRun } from '../../../metering/billing-day/live-runs.ts';
import { sortedTogether } from '../../purchase/download/sorted-together.ts';
import { ofRuns, runParams } from '../../purchase/selection/purchase-selection.ts';

const text = (column: string) => `purchase.${column}`;
const exact = (column: string) => `toDecimalString(purchase.${column}, 12)`;
const instant = (column: string) => `formatDateTime(purchase.${column}, '%Y-%m-%dT%H:%i:%SZ')`;
const flag = (column: string) => `if(purchase.${column} = 1, 'true', 'false')`;

/** Each column of the canonical form of rated rows, and its SQL. A change of them changes every digest of rows. */
const columns: Readonly<Record<string, string>> = {
  source: text('source'),
  usage_id: text('usage_id'),
  slice_no: 'toString(purchase.slice_no)',
  bill_at: instant('bill_at'),
  start: instant('start_at'),
  end: instant('end_at'),
  datacloud_id: text('datacloud_id'),
  datacloud_name: text('datacloud_name'),
  object_id: text('object_id'),
  object_name: text('object_name'),
  product: text('product'),
  type: text('type'),
  sub_type: text('sub_type'),
  billing_item: text('billing_item'),
  cloud_provider: text('cloud_provider'),
  region: text('region'),
  edition: text('edition'),
  adjustment: flag('adjustment'),
  list_price: exact('list_price'),
  price_unit: text('price_unit'),
  multiplier: exact('zhekou'),
  consumption_unit: text('consumption_unit'),
  consumption: exact('consumption'),
  unit_price: exact('unit_price'),
  amount: exact('amount'),
  chargeable: flag('chargeable'),
  tier_mode: text('tier_mode'),
  offer_id: text('offer_id'),
};

/**
 * Streams the rated rows of runs in their canonical form: JSON lines, all values texts, in the order of billing hour,
 * id, source and slice. It depends on what was billed, not on when it was rated.
 */
export async function* rowsJson(
  { clickhouse }: Pick<ReadContext, 'clickhouse'>,
  contractId: string,
  runs: readonly LiveRun[],
): AsyncGenerator<Buffer> {
  const named = Object.entries(columns).map(([name, value]) => `${value} AS ${name}`);
  // Rows of a billing day have its hours, so the days in turn are in order as a whole.
  const sql = `SELECT ${named.join(', ')} FROM purchase
    WHERE ${ofRuns.join(' AND ')} ORDER BY purchase.bill_at, purchase.usage_id, purchase.source, purchase.slice_no`;
  for (const part of sortedTogether(runs)) {
    const params: QueryParams = runParams(contractId, part);
    yield* await clickhouse.stream(sql, params, 'JSONEachRow');
  }
}
