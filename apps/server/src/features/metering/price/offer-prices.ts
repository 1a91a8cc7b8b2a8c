import { priceId } from '@usance/api/price';
import { compare } from '@usance/money/decimal';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import type { LockedContract } from '../../party/contract/contract.queries.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { signedUntil } from '../closed-month/closed-month.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { type ChangeCounts, planOffered } from '../term/plan-offered.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';
import type { PriceRow } from './price.ts';

/** What an accepted offer charges for a unit of a SKU, and when. */
export interface OfferPrice {
  readonly offerId: string;
  readonly skuId: string;
  readonly unitPrice: string;
  readonly listPrice: string;
  readonly priceUnit: string;
  readonly from: Date;
  readonly to: Date | null;
}

/**
 * Makes the prices that a contract has by offers those that are wanted; its own lie below them and stay as they are. Days
 * that the changes reach are rated again. Repeating it changes nothing. 409: a change reaches a signed month.
 */
export async function setOfferPrices(
  tx: Tx,
  contract: LockedContract,
  wanted: readonly OfferPrice[],
): Promise<ReadonlyMap<string, ChangeCounts>> {
  const { id: contractId, currency } = contract;
  const kept = await tx
    .selectFrom('price')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('origin_kind', '=', 'offer')
    .execute();
  const plan = planOffered<OfferedPrice>(
    kept.map((row) => ({ ...row, offer_id: row.origin_id ?? '' })),
    wanted.map((price) => ({ ...rowOf(price, contract), offer_id: price.offerId })),
    { isSame: isSamePrice, signedUntil: await signedUntil(tx, contract) },
  );
  if (plan.changedFrom.length === 0) return plan.counts;
  const changes = plan.changedFrom.map((from) => ({ contractId, currency, from }));
  await changePrices(tx, changes);
  await assertUnsignedFrom(tx, changes);
  for (const { id } of plan.gone) await tx.deleteFrom('price').where('id', '=', id).execute();
  for (const { id, effective_to } of plan.moved)
    await tx.updateTable('price').set({ effective_to }).where('id', '=', id).execute();
  if (plan.came.length > 0)
    await tx
      .insertInto('price')
      .values(plan.came.map(({ offer_id, ...row }) => row))
      .execute();
  await markRepricedDays(tx, changes);
  return plan.counts;
}

type OfferedPrice = PriceRow & { readonly offer_id: string };

function isSamePrice(one: PriceRow, other: PriceRow): boolean {
  return (
    one.sku_id === other.sku_id &&
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
