import { purchases } from '@usance/api/billing/purchase';
import { formatDecimal, sum } from '@usance/money/decimal';
import { sql } from 'kysely';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type RatedJson, ratedJson } from '../billing-day/unbilled.queries.ts';
import { acknowledged } from '../usage/metering.fixture.ts';

export const wholeOctober = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
export type HourOfUsage = { at: string; quantity?: string; skuNo?: number; billAt?: string };

let batch = 0n;
/** Stores usage of SKU 1, one row for each given hour. */
export async function hoursMetered(app: TestApp, id: string, rows: readonly HourOfUsage[]): Promise<void> {
  batch += 1n;
  const records = rows.map(({ at, quantity = '1', skuNo = 1, billAt = at }, index) => ({
    contract_id: id,
    source: 'test',
    usage_id: `u-${batch}-${index}`,
    datacloud_id: 'dc-aaaa',
    datacloud_name: 'lake',
    object_id: 'wh-1',
    object_name: 'etl',
    resource_kind: 'warehouse',
    sku_no: skuNo,
    quantity,
    start_at: at,
    end_at: new Date(Date.parse(at) + 3_600_000).toISOString().replace('.000', ''),
    bill_at: billAt,
    chargeable: 1 as const,
  }));
  await acknowledged(app, id, records);
}

/** The number of rows that readers see, and their exact sum. */
export async function shownOf(app: TestApp, id: string): Promise<[rows: number, amount: string]> {
  const query = { start: Date.parse('2000-01-01T00:00:00Z'), end: Date.parse('2027-01-01T00:00:00Z'), pageSize: 999 };
  const { items } = await internalCaller(app).call(purchases.list, { params: { id }, query });
  return [items.length, formatDecimal(sum(items.map(({ amount }) => amount)), 12)];
}

export function calculated(app: TestApp, contractId: string) {
  return internalCaller(app).call(purchases.calculate, { body: { contractId, ...wholeOctober } });
}

/** The exact amount of the contract's open months. */
export async function unbilled(app: TestApp, contractId: string): Promise<string> {
  const { rows } = await sql<{ rated: RatedJson }>`
    select ${ratedJson(sql`${contractId}`)} as rated`.execute(app.deps.db);
  return rows[0]?.rated.exact ?? '';
}
