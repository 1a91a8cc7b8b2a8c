import { type ExplainedRow, explainedAtOnce } from '@usance/api/billing/explanation';
import { formatDecimal, multiply, subtract } from '@usance/money/decimal';
import { onlyRow } from '#platform/clickhouse/answer.ts';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import type { Page } from '#platform/postgres/page.ts';
import { tagsOfHours } from '../../contract/datacloud/tag/tags-of-hours.ts';
import { batchesOfUsage, usageKeyOf } from '../../metering/usage/batches-of-usage.ts';
import { hoursOfRows } from '../purchase/list-purchases.ts';
import { type PurchaseRow, purchaseOf, purchaseRowColumns } from '../purchase/selection/purchase-row.ts';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';

/** Conditions for rated rows, and their parameters. */
interface Selected {
  readonly where: string;
  readonly params: QueryParams;
}

type BilledRow = PurchaseRow & { readonly bill_at: string };

/** Returns a page of rated rows, oldest first, each with the making of its amount and the batch of its usage. */
export async function explainedPage(
  ctx: Pick<PurchaseContext, 'db' | 'clickhouse' | 'contract'>,
  { where, params }: Selected,
  page: number,
): Promise<Page<ExplainedRow>> {
  const { contract, clickhouse, db } = ctx;
  const counted = await clickhouse.queryKept<{ total: string }>(
    `SELECT count() AS total FROM purchase WHERE ${where}`,
    params,
  );
  const rows = await clickhouse.queryKept<BilledRow>(
    `SELECT ${purchaseRowColumns}, bill_at FROM purchase WHERE ${where}
     ORDER BY bill_at, usage_id, source, slice_no LIMIT {limit:UInt64} OFFSET {offset:UInt64}`,
    { ...params, limit: explainedAtOnce, offset: (page - 1) * explainedAtOnce },
  );
  const tags = await tagsOfHours(db, contract.id, hoursOfRows(rows));
  const batches = await batchesOfUsage(ctx, contract.id, rows);
  const items = rows.map((row) => ({
    ...purchaseOf(row, contract.currency, tags),
    billedAt: row.bill_at,
    ...makingOf(row),
    batch: batches.get(usageKeyOf(row)) ?? null,
  }));
  return { items, pageNum: page, pageSize: explainedAtOnce, totalSize: Number(onlyRow(counted).total) };
}

/** Multiplies again what the rating has multiplied. */
function makingOf({ consumption, unit_price, zhekou, amount, chargeable }: PurchaseRow) {
  const unrounded = chargeable === 1 ? multiply(multiply(consumption, unit_price), zhekou) : '0';
  return { unrounded: formatDecimal(unrounded), rounding: formatDecimal(subtract(amount, unrounded)) };
}
