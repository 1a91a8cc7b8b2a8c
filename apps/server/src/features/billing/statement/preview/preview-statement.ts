import type { StatementPreview, statements } from '@usance/api/billing/statement';
import type { ParsedParams, ParsedQuery } from '@usance/api/call';
import { add, formatDecimal, isNegative } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import type { ReadContext } from '#platform/context/context.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { ContractReading } from '../../../contract/contract/contract-reading.ts';
import { skusByNumber } from '../../../metering/sku/sku.queries.ts';
import { balancesOf } from '../../../money/ledger/ledger.queries.ts';
import { linesOfMonth, RatedRowsLost, type SkuLine } from '../../purchase/month-lines.ts';
import { creditReturned } from '../../settlement/reverse-settlement.ts';
import { findStatements, type StatementRow } from '../../statement-record/statement.queries.ts';
import { getStatement } from '../content/get-statement.ts';
import { type AskedBy, readerOf } from '../content/reader.ts';
import type { MovedBefore } from '../settling/moved-by-earlier.ts';
import type { RatedMonth } from '../signing/month/rated-month.ts';
import { planStatement } from '../signing/plan-statement.ts';
import { inSnapshot } from '../signing/snapshot.ts';
import { previewOf } from './preview.ts';

type Preview = typeof statements.preview;
type Context = AskedBy & ContractReading & Pick<ReadContext, 'clickhouse'>;

/** Returns a signed statement, or with `is-temp` what it would be if withdrawn and signed again now. */
export async function previewStatement(
  ctx: Context,
  { params, query }: { params: ParsedParams<Preview>; query: ParsedQuery<Preview> },
): Promise<StatementPreview> {
  return query['is-temp'] ? signedAgain(ctx, params.statementID) : getStatement(ctx, { params });
}

/** Prices, discounts and tiers of a signed month do not change, so its rated rows still hold. */
async function signedAgain(ctx: Context, id: string): Promise<StatementPreview> {
  const { db, now, contract } = ctx;
  const signed = await found(db, contract.id, id);
  const month = parseBillingMonth(signed.month);
  const rated = await ratedAgain(ctx, signed);
  return inSnapshot(db, async (tx) => {
    const given = await givenBack(tx, await found(tx, contract.id, id));
    // A withdrawn month waits for an operator to sign it.
    const plan = await planStatement(tx, contract, { month, rated, signedAt: now, hasWaited: true, given });
    return previewOf(plan, readerOf(ctx), now);
  });
}

async function found(db: DbOrTx, contractId: string, id: string): Promise<StatementRow> {
  const [row] = await findStatements(db, contractId, [id]);
  if (!row) throw notFound('STATEMENT_NOT_FOUND');
  return row;
}

/** Returns the month's rows with current SKU names, as signing would show them; 409 if rows are missing. */
async function ratedAgain(ctx: Context, { contract_id, month }: StatementRow): Promise<RatedMonth> {
  try {
    const rated = await linesOfMonth(ctx, contract_id, parseBillingMonth(month));
    return { ...rated, lines: await inWordsOfNow(ctx.db, rated.lines) };
  } catch (error) {
    if (error instanceof RatedRowsLost) throw conflict('USAGE_DISAGREES', 'Rated rows of this month are missing.');
    throw error;
  }
}

async function inWordsOfNow(db: DbOrTx, lines: readonly SkuLine[]): Promise<SkuLine[]> {
  const skus = await skusByNumber(
    db,
    lines.map(({ skuNo }) => skuNo),
  );
  return lines.map((line) => {
    const sku = skus.get(line.skuNo);
    return sku ? { ...line, product: sku.product, type: sku.type, subType: sku.sub_type } : line;
  });
}

/**
 * Returns what a withdrawal would give back to vouchers and credit; 409 if other statements used the credit that it
 * left.
 */
async function givenBack(db: DbOrTx, statement: StatementRow): Promise<MovedBefore> {
  const paid = await db
    .selectFrom('settlement')
    .select(['ref', 'amount'])
    .where('contract_id', '=', statement.contract_id)
    .where('statement_id', '=', statement.id)
    .where('kind', '=', 'voucher')
    .where('reversed_by', 'is', null)
    .execute();
  const credit = creditReturned(statement);
  const { credit: held } = await balancesOf(db, statement.contract_id);
  if (isNegative(add(held, credit)))
    throw conflict('STATEMENT_CREDIT_USED', 'Another statement has used the credit that this one left.');
  const vouchers = new Map(paid.flatMap(({ ref, amount }) => (ref === null ? [] : [[ref, amount] as const])));
  return { vouchers, credit: formatDecimal(credit, 8) };
}
