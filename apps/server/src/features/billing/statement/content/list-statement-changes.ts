import type { statements } from '@usance/api/billing/statement';
import type { CallReply, ParsedParams, ParsedQuery } from '@usance/api/call';
import { type Exact, formatDecimal, isZero, negate, subtract } from '@usance/money/decimal';
import { withFormatted } from '@usance/money/display';
import { parseBillingMonth, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import { notFound } from '#platform/refusal.ts';
import { purchaseChangesBetween } from '../../purchase/changes/list-changes.ts';
import { RatedRowsLost } from '../../purchase/month-lines.ts';
import type { PurchaseContext } from '../../purchase/selection/purchase-selection.ts';
import {
  findStatements,
  monthsSignedElsewhere,
  type StatementRow,
  statementBefore,
} from '../../statement-record/statement.queries.ts';

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
  const elsewhere = subtract(subtract(row.exact_amount, former?.exact_amount ?? '0'), changes.total.difference);
  const carried = await monthsSignedElsewhere(ctx.db, row.contract_id);
  if (!isZero(elsewhere) && !carried.has(row.month) && !carried.has(former?.month ?? ''))
    throw new RatedRowsLost(`${row.contract_id} ${row.month} and the month before were signed with other rows`);
  return {
    former: former
      ? {
          id: former.id,
          month: parseBillingMonth(former.month),
          ...withFormatted({ payableAmount: former.payable }, row.currency),
        }
      : null,
    ...withFormatted(besideUsage(row, former ?? nothing, elsewhere), row.currency),
    ...changes,
  };
}

const windowOf = (row: StatementRow) => rangeOf(parseBillingMonth(row.month), billingZoneOf(row.currency));

type Sums = Pick<StatementRow, 'amount' | 'exact_amount' | 'marketplace_metered' | 'voucher_deducted' | 'payable'>;
const nothing: Sums = {
  amount: '0',
  exact_amount: '0',
  marketplace_metered: '0',
  voucher_deducted: '0',
  payable: '0',
};

/**
 * The parts of the difference beside the rated rows. Credit is the rest: applied to this statement, or left by one below
 * zero, which asks for nothing.
 */
function besideUsage(row: Sums, former: Sums, elsewhere: Exact) {
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
    elsewhere: text(elsewhere),
    rounding: text(subtract(amount, changeOf('exact_amount'))),
    marketplaceMetered: text(negate(metered)),
    vouchers: text(negate(vouchers)),
    credit: text(subtract(payable, subtract(subtract(amount, metered), vouchers))),
  };
}
