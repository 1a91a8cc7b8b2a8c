import type { statements } from '@usance/api/billing/statement';
import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import { type Exact, formatDecimal, subtract } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { notFound } from '#platform/refusal.ts';
import { purchaseChangesBetween } from '../../purchase/changes/list-changes.ts';
import type { PurchaseContext } from '../../purchase/selection/purchase-selection.ts';
import { findStatements, type StatementRow, statementBefore } from '../../statement-record/statement.queries.ts';

interface Input {
  params: ParsedParams<typeof statements.changes>;
  query: ParsedQuery<typeof statements.changes>;
}

/** Returns the exact causes of the difference from what the statement before asked for, or 404. */
export async function listStatementChanges(
  ctx: PurchaseContext,
  { params, query }: Input,
): Promise<CallReply<typeof statements.changes>> {
  const [row] = await findStatements(ctx.db, ctx.contract.id, [params.statementID]);
  if (!row) throw notFound('STATEMENT_NOT_FOUND');
  const former = await statementBefore(ctx.db, row.contract_id, row.month);
  const later = windowOf(row);
  const windows = { former: former ? windowOf(former) : { start: later.start, end: later.start }, later };
  const changes = await purchaseChangesBetween(ctx, windows, { by: query.by, includeZeroAmount: true });
  return {
    former: former
      ? {
          id: former.id,
          month: parseBillingMonth(former.month),
          ...withFormatted({ payableAmount: former.payable }, row.currency),
        }
      : null,
    ...withFormatted(besideUsage(row, former ?? nothing, changes.total.difference), row.currency),
    ...changes,
  };
}

const windowOf = (row: StatementRow) => rangeOf(parseBillingMonth(row.month), billingZoneOf(row.currency));

type Sums = Pick<StatementRow, 'amount' | 'marketplace_metered' | 'voucher_deducted' | 'payable'>;
const nothing: Sums = { amount: '0', marketplace_metered: '0', voucher_deducted: '0', payable: '0' };

/** Credit is the rest: applied to this statement, or left by one below zero, which asks for nothing. */
function besideUsage(row: Sums, former: Sums, ofRows: string) {
  const changeOf = (column: keyof Sums) => subtract(row[column], former[column]);
  const [amount, metered, vouchers, payable] = [
    changeOf('amount'),
    changeOf('marketplace_metered'),
    changeOf('voucher_deducted'),
    changeOf('payable'),
  ];
  const text = (value: Exact) => formatDecimal(value, 12);
  return {
    difference: text(payable),
    rounding: text(subtract(amount, ofRows)),
    marketplaceMetered: text(subtract('0', metered)),
    vouchers: text(subtract('0', vouchers)),
    credit: text(subtract(payable, subtract(subtract(amount, metered), vouchers))),
  };
}
