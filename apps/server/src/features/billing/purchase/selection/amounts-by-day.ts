import type { Day } from '@usance/period/day';
import { billingDaySql } from '../../../metering/billing-day/billing-day-sql.ts';
import type { PurchaseContext, PurchaseSelection } from './purchase-selection.ts';

/** Returns the amount of each of these days, in order, as decimal text; 0 without usage. */
export async function amountsByDay(
  { clickhouse }: Pick<PurchaseContext, 'clickhouse'>,
  { sums, params, zone }: Pick<PurchaseSelection, 'sums' | 'params' | 'zone'>,
  days: readonly Day[],
): Promise<string[]> {
  const rows = await clickhouse.queryKept<{ day: string; total: string }>(
    `SELECT ${billingDaySql('bill_at', zone)} AS day, sum(amount) AS total FROM ${sums} GROUP BY day`,
    params,
  );
  const amounts = new Map(rows.map(({ day, total }) => [day, total]));
  return days.map((day) => amounts.get(day) ?? '0');
}
