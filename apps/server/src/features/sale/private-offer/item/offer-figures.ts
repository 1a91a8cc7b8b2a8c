import type { Currency } from '@usance/money/currency';
import { formatDecimal, multiply } from '@usance/money/decimal';
import { roundHalfUp } from '@usance/money/rounding';
import { instantOf, instantOfEpochMs } from '@usance/period/instant';
import { type Selectable, sql } from 'kysely';
import type { Database, DbOrTx } from '#platform/postgres/database.ts';
import type { ContractRow } from '../../../contract/contract/contract.ts';
import { decidingInstant, firstHourDecided } from '../../../metering/price/book/deciding-instant.ts';

export type ItemRow = Selectable<Database['private_offer_item']>;

/** The prices of an item, stored in its row when the offer is submitted. */
export type OfferFigures = Pick<ItemRow, 'listing_price' | 'list_price' | 'price_unit' | 'price'>;

/** A SKU's list price: per unit, and as quoted. */
export interface Listed {
  readonly unit_price: string;
  readonly list_price: string;
  readonly price_unit: string;
}

type Terms = Pick<ItemRow, 'fixed_price' | 'discount'>;

/**
 * Computes the prices of an item: its fixed price, or the list price × its discount, to 12 places. A discounted price
 * is quoted like the list price, a fixed one per unit. Undefined for a discount without a list price.
 */
export function figuresOf(
  { fixed_price, discount }: Terms,
  listed: Listed | undefined,
  unit: string,
): OfferFigures | undefined {
  const listing_price = listed?.unit_price ?? null;
  if (fixed_price !== null) return { listing_price, list_price: fixed_price, price_unit: unit, price: fixed_price };
  if (!listed || discount === null) return undefined;
  const reduced = (price: string) => formatDecimal(roundHalfUp(multiply(price, discount), 12), 12);
  return {
    listing_price,
    list_price: reduced(listed.list_price),
    price_unit: listed.price_unit,
    price: reduced(listed.unit_price),
  };
}

/** The list prices of SKUs, by id, in the first hour of an offer to a contract. */
export function listedAtStart(
  db: DbOrTx,
  { currency, commencing_on }: ContractRow,
  effectiveDate: Date,
  skuIds: readonly string[],
): Promise<ReadonlyMap<string, Listed>> {
  const begins = instantOf(commencing_on);
  // A contract pays no usage from before its beginning.
  const hour = firstHourDecided(instantOfEpochMs(Math.max(begins, effectiveDate.getTime())), begins);
  return listedAt(db, { currency, at: new Date(decidingInstant(hour, begins)), skuIds });
}

/** The list prices of SKUs, by id, at an instant. */
export async function listedAt(
  db: DbOrTx,
  { currency, at, skuIds }: { currency: Currency; at: Date; skuIds: readonly string[] },
): Promise<ReadonlyMap<string, Listed>> {
  const rows = await db
    .selectFrom('price')
    .select(['sku_id', 'unit_price', 'list_price', 'price_unit'])
    .where('contract_id', 'is', null)
    .where('currency', '=', currency)
    .where('sku_id', '=', sql<string>`any(${skuIds}::text[])`)
    .where(sql<boolean>`tstzrange(effective_from, effective_to) @> ${at}::timestamptz`)
    .execute();
  return new Map(rows.map((row) => [row.sku_id, row]));
}
