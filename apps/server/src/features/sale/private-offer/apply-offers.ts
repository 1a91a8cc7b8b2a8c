import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { markRepricedDays } from '../../metering/billing-day/dirty-days.ts';
import { planOfferPrices, writeOfferPrices } from '../../metering/price/offer-prices.ts';
import { changePrices } from '../../metering/rating-terms/rating-terms.ts';
import type { ChangeCounts } from '../../metering/term/plan-offered.ts';
import { planOfferTiers, writeOfferTiers } from '../../metering/tier/offer-tiers.ts';
import { withTerms } from './private-offer.queries.ts';
import { type Offer, tierOf } from './private-offer.ts';
import { pricesEndAt, standingAt } from './state/offer-state.ts';

/** An offer, with counts of the changes to its prices and tiers. */
export interface AppliedOffer extends ChangeCounts {
  readonly offerId: string;
}

/**
 * Sets the contract's prices and tiers as its accepted offers define them, each for its time. Idempotent. 409 if a
 * change would affect a signed month.
 */
export async function applyOffers({ tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>): Promise<AppliedOffer[]> {
  const rows = await tx
    .selectFrom('private_offer')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('response_action', '=', 'accept')
    .orderBy('acceptance_no')
    .execute();
  const standingOf = (row: (typeof rows)[number]) => standingAt(row, { now, isKycComplete: false });
  const holding = (await withTerms(tx, contract, rows, standingOf)).filter(isEverHeld);
  const withTiers = holding.filter(({ tiers }) => tiers.length > 0);
  const prices = await planOfferPrices(tx, contract, holding.flatMap(pricesOf));
  const tiers = await planOfferTiers(
    tx,
    contract,
    withTiers.map((offer) => ({ ...timeOf(offer), tiers: offer.tiers.map(tierOf), now })),
  );
  await writePlans(tx, contract, prices, tiers);
  return rows.map(({ id: offerId }) => ({ offerId, ...sumOf(prices.counts.get(offerId), tiers.counts.get(offerId)) }));
}

/** Writes both plans and marks their days at the end: marking twice in one transaction could break the lock order. */
async function writePlans(
  tx: Tx,
  contract: LockedContract,
  prices: Awaited<ReturnType<typeof planOfferPrices>>,
  tiers: Awaited<ReturnType<typeof planOfferTiers>>,
): Promise<void> {
  const changes = [...prices.changedFrom, ...tiers.changedFrom].map((from) => ({
    contractId: contract.id,
    currency: contract.currency,
    from,
  }));
  if (changes.length === 0) return;
  await changePrices(tx, changes);
  await writeOfferPrices(tx, contract, prices);
  await writeOfferTiers(tx, contract, tiers);
  await markRepricedDays(tx, changes);
}

/** False for an offer that was withdrawn or superseded before it began: it never sets a price. */
function isEverHeld({ row }: Offer): boolean {
  const end = pricesEndAt(row);
  return end === null || end > row.effective_date;
}

const timeOf = ({ row }: Offer) => ({ offerId: row.id, from: row.effective_date, to: pricesEndAt(row) });

function pricesOf(offer: Offer) {
  return offer.items.flatMap(({ item }) => {
    const { sku_id: skuId, price, list_price: listPrice, price_unit: priceUnit } = item;
    if (price === null || listPrice === null || priceUnit === null) return [];
    return [{ ...timeOf(offer), skuId, unitPrice: price, listPrice, priceUnit }];
  });
}

function sumOf(...counts: readonly (ChangeCounts | undefined)[]): ChangeCounts {
  const total = (of: keyof ChangeCounts) => counts.reduce((sum, each) => sum + (each?.[of] ?? 0), 0);
  return { written: total('written'), ended: total('ended'), unchanged: total('unchanged') };
}
