import { type Exact, formatDecimal, isNegative, isZero, negate, subtract, sum } from '@usance/money/decimal';
import type { PurchaseContext } from '../purchase/selection/purchase-selection.ts';
import { collectableOf } from '../settlement/collectable.ts';
import type { FocusMonth, FocusMonths, Invoice } from './focus-months.ts';
import { ownAmounts } from './own-amounts.ts';

/** A charge of an invoice that is not usage. */
export interface InvoiceCharge {
  readonly category: 'Credit' | 'Adjustment';
  /** The id of its line in Invoice Detail. */
  readonly detailId: string;
  readonly description: string;
  readonly amount: string;
}

/** Returns the charges of a month beyond its usage; an open month has none. */
export async function chargesOf(
  ctx: PurchaseContext,
  month: FocusMonth,
  marketplaces: FocusMonths['marketplaces'],
): Promise<InvoiceCharge[]> {
  if (month.invoice === undefined) return [];
  const own = await ownAmounts(ctx, month, month.invoice, marketplaces);
  return chargesBeyond(month.invoice, sum(own.map(({ amount }) => amount)));
}

/**
 * Returns the charges that lead from the usage of an invoice to its payable amount: vouchers, carried credit and
 * rounding. It needs the exact sum of the rows that we bill.
 */
export function chargesBeyond({ statement, vouchers, isCarried }: Invoice, own: Exact): InvoiceCharge[] {
  const collectable = collectableOf(statement);
  const lessBy = (amount: string) => formatDecimal(negate(amount), 8);
  const charge = (category: InvoiceCharge['category'], key: string, description: string, amount: string) => ({
    category,
    detailId: detailIdOf(statement.id, category, key),
    description,
    amount,
  });
  const rest = formatDecimal(subtract(collectable, own), 12);
  return [
    ...vouchers.map(({ id, amount }) => charge('Credit', id, `Voucher ${id}`, lessBy(amount))),
    charge('Credit', 'earlier', 'Credit of earlier statements', lessBy(statement.credit_applied)),
    charge('Adjustment', 'rest', isCarried ? 'Signed elsewhere' : restText(statement.marketplace_metered), rest),
    charge('Adjustment', 'later', 'Credit for later statements', isNegative(collectable) ? lessBy(collectable) : '0'),
  ].filter(({ amount }) => !isZero(amount));
}

/** Returns the id of an invoice's line; `usage-sql.ts` writes it alike for rows. */
export const detailIdOf = (
  statementId: string,
  kind: 'Usage' | 'Correction' | InvoiceCharge['category'],
  key: string,
): string => `${statementId}/${kind}/${key}`;

/** A marketplace takes whole units of an hour: we bill the rest. */
const restText = (marketplaceMetered: string) =>
  isZero(marketplaceMetered) ? 'Rounding' : 'Rounding, and what the marketplace did not take';
