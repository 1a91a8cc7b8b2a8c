import type { Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import type { MonthLine } from '../../purchase/month-lines.ts';
import type { ShownLine } from '../content/statement-amounts.ts';

// An SQL statement takes 65,535 parameters, and a line has twenty.
const chunkSize = 1_000;

/** Yields the numbered rows of a statement's lines, in chunks that fit one INSERT. */
export function* lineRowsOf(
  statement: { contract_id: string; id: string },
  lines: readonly ShownLine<MonthLine>[],
): Generator<Selectable<Database['statement_line']>[]> {
  for (let from = 0; from < lines.length; from += chunkSize) {
    yield lines.slice(from, from + chunkSize).map((line, index) => ({
      contract_id: statement.contract_id,
      statement_id: statement.id,
      line_no: from + index,
      product: line.product,
      type: line.type,
      sub_type: line.subType,
      billing_item: line.billingItem,
      cloud_provider: line.cloudProvider,
      region: line.region,
      edition: line.edition,
      consumption: line.consumption,
      consumption_unit: line.consumptionUnit,
      list_price: line.listPrice,
      price_unit: line.priceUnit,
      zhekou: line.discount,
      offer_id: line.offerId ?? null,
      adjustment: line.adjustment,
      row_count: String(line.rows),
      exact_amount: line.amount,
      amount: line.shownAmount,
    }));
  }
}
