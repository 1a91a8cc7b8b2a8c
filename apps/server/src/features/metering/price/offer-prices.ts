import { priceId } from '@usance/api/metering/price';
import { compare } from '@usance/money/decimal';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { signedUntil } from '../closed-month/closed-month.ts';
import { type OfferedPlan, planOffered } from '../term/plan-offered.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';
import type { PriceRow } from './price.ts';

/** The price of a SKU under an accepted offer, from `from` to `to`. */
export interface OfferPrice {
  readonly offerId: string;
  readonly skuId: string;
  readonly unitPrice: string;
  readonly listPrice: string;
  readonly priceUnit: string;
  readonly from: Date;
  readonly to: Date | null;
}

/** Plans how the contract's stored offer prices become the wanted ones. The contract's own prices stay as they are. */
export async function planOfferPrices(
  tx: Tx,
  contract: LockedContract,
  wanted: readonly OfferPrice[],
): Promise<OfferedPlan<OfferedPrice>> {
  const kept = await tx
    .selectFrom('price')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('origin_kind', '=', 'offer')
    .execute();
  return planOffered<OfferedPrice>(
    kept.map((row) => ({ ...row, offer_id: row.origin_id ?? '' })),
    wanted.map((price) => ({ ...rowOf(price, contract), offer_id: price.offerId })),
    { about: ({ sku_id }) => sku_id, isSame: isSamePrice, signedUntil: await signedUntil(tx, contract) },
  );
}

/**
 * Carries out a plan. The caller locks the prices before and marks the affected days after. 409 if a signed month is
 * affected.
 */
export async function writeOfferPrices(
  tx: Tx,
  { id: contractId, currency }: LockedContract,
  { gone, moved, came, changedFrom }: OfferedPlan<OfferedPrice>,
): Promise<void> {
  await assertUnsignedFrom(
    tx,
    changedFrom.map((from) => ({ contractId, currency, from })),
  );
  for (const { id } of gone) await tx.deleteFrom('price').where('id', '=', id).execute();
  for (const { id, effective_to } of moved)
    await tx.updateTable('price').set({ effective_to }).where('id', '=', id).execute();
  if (came.length > 0)
    await tx
      .insertInto('price')
      .values(came.map(({ offer_id, ...row }) => row))
      .execute();
}

type OfferedPrice = PriceRow & { readonly offer_id: string };

function isSamePrice(one: PriceRow, other: PriceRow): boolean {
  return (
    one.currency === other.currency &&
    one.price_unit === other.price_unit &&
    compare(one.unit_price, other.unit_price) === 0 &&
    compare(one.list_price, other.list_price) === 0
  );
}

function rowOf(price: OfferPrice, { id, currency }: LockedContract): PriceRow {
  return {
    id: newId(priceId),
    sku_id: price.skuId,
    contract_id: id,
    currency,
    unit_price: price.unitPrice,
    list_price: price.listPrice,
    price_unit: price.priceUnit,
    effective_from: price.from,
    effective_to: price.to,
    ended_by_next: false,
    goes_on: false,
    passing: false,
    origin_kind: 'offer',
    origin_id: price.offerId,
  };
}
