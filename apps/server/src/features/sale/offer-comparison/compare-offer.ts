import type { ParsedParams } from '@usance/api/call';
import type { OfferComparison, offerComparisons } from '@usance/api/sale/offer-comparison';
import type { PrivateOffer } from '@usance/api/sale/private-offer';
import { parseDecimal } from '@usance/money/decimal';
import { addMonths, type BillingMonth, compareMonths, rangeOf } from '@usance/period/billing-month';
import { billingZoneOf } from '@usance/period/zone';
import type { Grounds, ReadContext } from '#platform/context/context.ts';
import { type PurchaseContext, selectPurchases } from '../../billing/purchase/selection/purchase-selection.ts';
import { type ContractRow, firstMonthOf, monthAt } from '../../contract/contract/contract.ts';
import { dirtyDays } from '../../metering/billing-day/dirty-days.ts';
import type { OfferedTerms } from '../../metering/price/book/price-book.ts';
import { rateMonthUnder } from '../../metering/rating/aside/rate-month-under.ts';
import { showOffer } from '../private-offer/private-offer.queries.ts';
import { comparedAmounts, comparedProducts, type ProductAmounts, summed } from './compared-amounts.ts';

type Context = Pick<ReadContext, 'db' | 'clickhouse' | 'now' | 'subject' | 'sealingKey'> & Grounds;

const mostMonths = 6;

/**
 * Compares the rated amounts of the contract's last six complete months with their amounts under the offer. In its
 * first month, compares the usage so far.
 * 404: no such offer. 409: like `rateMonthUnder`.
 */
export async function compareOffer(
  ctx: Context,
  input: { params: ParsedParams<typeof offerComparisons.get> },
): Promise<OfferComparison> {
  const { contract, now } = ctx;
  const terms = termsOf(await showOffer(ctx, input));
  const running = monthAt(contract, now);
  const compared: { month: BillingMonth; amounts: ProductAmounts[] }[] = [];
  for (const month of monthsToCompare(contract, now)) {
    const offered = await rateMonthUnder(ctx, contract, { month, terms });
    compared.push({ month, amounts: comparedProducts(await ratedByProduct(ctx, month), offered) });
  }
  const waiting = new Set((await dirtyDays(ctx.db, contract.id)).map(({ day }) => day.slice(0, 7)));
  const { currency } = contract;
  const reply = (amounts: readonly ProductAmounts[]) => ({
    ...comparedAmounts(amounts, currency),
    products: amounts.map(({ product, ...each }) => ({ product, ...comparedAmounts([each], currency) })),
  });
  return {
    currency,
    ...reply(summed(compared.flatMap(({ amounts }) => amounts))),
    months: compared.map(({ month, amounts }) => ({
      month,
      isRunning: month === running,
      waitsForRating: waiting.has(month),
      ...reply(amounts),
    })),
  };
}

/** Oldest first. */
function monthsToCompare(contract: ContractRow, now: Date): BillingMonth[] {
  const running = monthAt(contract, now);
  const months = Array.from({ length: mostMonths }, (_, at) => addMonths(running, at - mostMonths));
  const used = months.filter((month) => compareMonths(month, firstMonthOf(contract)) >= 0);
  return used.length > 0 ? used : [running];
}

/** The current terms of an offer. A draft uses the current list prices; items without one change nothing. */
function termsOf({ offerItems, tieredDiscounts }: PrivateOffer): OfferedTerms {
  return {
    prices: offerItems.flatMap(({ skuId, price, listingPrice, unit }) =>
      price === null ? [] : [{ skuId, unitPrice: price, listPrice: listingPrice ?? price, priceUnit: unit }],
    ),
    tiers: tieredDiscounts.map(({ minThreshold, discountRate }) => ({
      from: parseDecimal(minThreshold),
      rate: parseDecimal(discountRate),
    })),
  };
}

/** A month's rated amounts by product, with 12 places. */
async function ratedByProduct(ctx: PurchaseContext, month: BillingMonth): Promise<ReadonlyMap<string, string>> {
  const { start, end } = rangeOf(month, billingZoneOf(ctx.contract.currency));
  const { sums, params } = await selectPurchases(ctx, { start, end, includeZeroAmount: true });
  const rows = await ctx.clickhouse.query<{ product: string; total: string }>(
    `SELECT product, sum(amount) AS total FROM ${sums} GROUP BY product`,
    params,
  );
  return new Map(rows.map(({ product, total }) => [product, total]));
}
