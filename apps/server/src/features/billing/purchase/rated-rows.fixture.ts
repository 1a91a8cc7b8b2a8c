import { formatDecimal, sum } from '@usance/money/decimal';
import { dayOf } from '@usance/period/day';
import { instant, plusHours, toRfc3339 } from '@usance/period/instant';
import type { BillingZone } from '@usance/period/zone';
import { sql } from 'kysely';
import type { TestApp } from '#testing/test-app.ts';
import { rollUpRuns } from '../../metering/rating/engine/roll-up.ts';
import type { PurchaseRow } from './selection/purchase-row.ts';

/** A rated row of which a test states only what matters; by default a plain hour of compute. */
export type RatedRow = Partial<PurchaseRow> & { bill_at: string; sku_no?: number };

let count = 0;

/** Stores rows as live runs of their billing days, like a rating. */
export async function rowsRated(app: TestApp, contractId: string, zone: BillingZone, given: readonly RatedRow[]) {
  const byDay = Map.groupBy(given, (row) => dayOf(instant(row.bill_at), zone));
  for (const [day, rows] of byDay) {
    const { rows: drawn } = await sql<{ no: string }>`select nextval('purchase_run_no') as no`.execute(app.deps.db);
    const runNo = drawn[0]?.no ?? '';
    const stored = rows.map((row) => storedRow(row, contractId, runNo));
    await app.deps.clickhouse.insert('purchase', stored);
    await rollUpRuns(app.deps.clickhouse, { contractIds: [contractId], runNos: [BigInt(runNo)] });
    await app.deps.db
      .insertInto('rated_day')
      .values({
        contract_id: contractId,
        day,
        run_no: runNo,
        rows: String(rows.length),
        amount: formatDecimal(sum(stored.map(({ amount }) => amount))),
        rated_through: new Date(Math.max(...stored.map((row) => Date.parse(row.end_at)))),
        rated_at: app.clock.now(),
      })
      .execute();
  }
}

function storedRow(row: RatedRow, contractId: string, runNo: string) {
  count += 1;
  return {
    contract_id: contractId,
    run_no: runNo,
    source: 'test',
    usage_id: `u-${String(count).padStart(6, '0')}`,
    start_at: row.bill_at,
    end_at: toRfc3339(plusHours(instant(row.bill_at), 1)),
    datacloud_id: 'dc-aaaa',
    datacloud_name: 'lake',
    cloud_provider: 'aws' as const,
    region: 'us-east-1',
    edition: 'ENTERPRISE' as const,
    object_id: 'wh-1',
    object_name: 'etl',
    resource_kind: 'warehouse',
    product: 'Compute',
    type: 'Warehouse',
    sub_type: 'r-series',
    billing_item: 'compute.r',
    sku_no: 1,
    consumption: '1',
    consumption_unit: 'core-hour',
    unit_price: '1.5',
    list_price: '1.5',
    price_unit: 'USD/core-hour',
    zhekou: '1',
    amount: '1.5',
    chargeable: 1 as const,
    adjustment: 0 as const,
    ...row,
  };
}
