import type { explanations } from '@usance/api/billing/explanation';
import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import { compare, formatDecimal, subtract } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { firstDayOf, lastDayOf, parseBillingMonth } from '@usance/period/billing-month';
import type { QueryParams } from '#platform/clickhouse/client.ts';
import { notFound } from '#platform/refusal.ts';
import { liveRuns } from '../../metering/billing-day/live-runs.ts';
import { ofRuns, type PurchaseContext, runParams } from '../purchase/selection/purchase-selection.ts';
import { lineOf, shownLineOf } from '../statement/content/statement.ts';
import {
  findStatements,
  linesOfStatement,
  monthsSignedElsewhere,
  type StatementLineRow,
} from '../statement-record/statement.queries.ts';
import { explainedPage } from './explained-page.ts';

interface Input {
  params: ParsedParams<typeof explanations.ofLine>;
  query: ParsedQuery<typeof explanations.ofLine>;
}

/** Returns a line of a statement with a page of the rated rows that it sums, or refuses with 404. */
export async function explainLine(
  ctx: PurchaseContext,
  { params: { statementID, lineNo }, query }: Input,
): Promise<CallReply<typeof explanations.ofLine>> {
  const { db, contract } = ctx;
  const [statement] = await findStatements(db, contract.id, [statementID]);
  const lines = await linesOfStatement(db, contract.id, statementID);
  const line = lines.find(({ line_no }) => line_no === lineNo);
  if (!statement || !line) throw notFound('STATEMENT_NOT_FOUND');
  const month = parseBillingMonth(statement.month);
  const runs = await liveRuns(db, contract.id, firstDayOf(month), lastDayOf(month));
  const isCarried = (await monthsSignedElsewhere(db, contract.id)).has(month);
  const params = { ...runParams(contract.id, runs), ...lineParams(line) };
  const sku = await skuOfLine(ctx, params, { line, lines });
  const rows = { where: [...ofLine, 'sku_no = {sku:UInt32}'].join(' AND '), params: { ...params, sku } };
  return {
    ...(await explainedPage(ctx, rows, query.page)),
    statementID,
    month,
    currency: statement.currency,
    line: lineOf(shownLineOf(line), statement.currency, lineNo),
    ...withFormatted(
      { lineRounding: formatDecimal(subtract(line.amount, line.exact_amount), 12) },
      statement.currency,
      12,
    ),
    hasRows: !isCarried,
  };
}

/**
 * Returns the number of the line's SKU; 0 without rows. SKUs may have the same words, unit and price: then the line is
 * of the one with its sums, and lines with equal sums have one each.
 */
async function skuOfLine(
  { clickhouse }: Pick<PurchaseContext, 'clickhouse'>,
  params: QueryParams,
  { line, lines }: { line: StatementLineRow; lines: readonly StatementLineRow[] },
): Promise<number> {
  const skus = await clickhouse.queryKept<{ sku_no: number; quantity: string; total: string }>(
    `SELECT sku_no, sum(rated.consumption) AS quantity, sum(rated.amount) AS total
     FROM rated_rollup AS rated WHERE ${ofLine.join(' AND ')} GROUP BY sku_no ORDER BY sku_no`,
    params,
  );
  if (skus.length === 1) return skus[0]?.sku_no ?? 0;
  const fitting = skus.filter(
    ({ quantity, total }) => compare(quantity, line.consumption) === 0 && compare(total, line.exact_amount) === 0,
  );
  const alike = lines.filter((other) => contentOf(other) === contentOf(line));
  return fitting[alike.indexOf(line)]?.sku_no ?? 0;
}

const contentOf = (line: StatementLineRow) => JSON.stringify([lineParams(line), line.consumption, line.exact_amount]);

/** The columns of rated rows that a line groups by, as texts of a statement. */
const texts = [
  'product',
  'type',
  'sub_type',
  'billing_item',
  'cloud_provider',
  'region',
  'edition',
  'consumption_unit',
  'price_unit',
] as const;

const ofLine = [
  ...ofRuns,
  ...texts.map((column) => `${column} = {${column}:String}`),
  'list_price = toDecimal128({list_price:String}, 12)',
  'zhekou = toDecimal64({zhekou:String}, 12)',
  'adjustment = {adjustment:UInt8}',
  'offer_id = {offer_id:String}',
];

const lineParams = (line: StatementLineRow): QueryParams => ({
  ...Object.fromEntries(texts.map((column) => [column, line[column]])),
  list_price: line.list_price,
  zhekou: line.zhekou,
  adjustment: Number(line.adjustment),
  offer_id: line.offer_id ?? '',
});
