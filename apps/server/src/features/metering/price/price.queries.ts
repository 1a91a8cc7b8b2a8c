import type { ParsedQuery } from '@usance/api/call';
import type { Price, prices } from '@usance/api/price';
import { floorToHour, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Grounds, ReadContext } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { type Page, pageOf } from '../../../platform/postgres/page.ts';
import { type PriceRow, priceOf } from './price.ts';

/** List prices; with a contract, its own prices beside the list prices of its currency. `at` asks for what its hour costs. */
export function listPrices(
  { db, contract }: Pick<ReadContext, 'db'> & Partial<Pick<Grounds, 'contract'>>,
  { query }: { query: ParsedQuery<typeof prices.list> },
): Promise<Page<Price>> {
  let wanted = db.selectFrom('price');
  wanted = contract
    ? wanted
        .where('currency', '=', contract.currency)
        .where((eb) => eb.or([eb('contract_id', 'is', null), eb('contract_id', '=', contract.id)]))
    : wanted.where('contract_id', 'is', null);
  if (query.skuId) wanted = wanted.where('sku_id', '=', query.skuId);
  if (query.currency) wanted = wanted.where('currency', '=', query.currency);
  if (query.at) {
    const hour = new Date(floorToHour(instantOf(new Date(query.at))));
    wanted = wanted.where(sql<boolean>`tstzrange(effective_from, effective_to) @> ${hour}::timestamptz`);
  }
  return pageOf(
    wanted,
    query,
    (found) => found.selectAll().orderBy('sku_id').orderBy('effective_from', 'desc').orderBy('id'),
    priceOf,
  );
}

/** Versions of the same price, in order of time: its SKU in its currency, of its contract or of the list. */
export function versionsOfTheSame(
  tx: Tx,
  { sku_id, currency, contract_id }: Pick<PriceRow, 'sku_id' | 'currency' | 'contract_id'>,
): Promise<PriceRow[]> {
  return tx
    .selectFrom('price')
    .selectAll()
    .where('sku_id', '=', sku_id)
    .where('currency', '=', currency)
    .where('contract_id', 'is not distinct from', contract_id)
    .orderBy('effective_from')
    .execute();
}
