import type { ParsedQuery } from '@usance/api/call';
import type { Price, prices } from '@usance/api/price';
import { floorToHour, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { Grounds, ReadContext } from '../../../platform/context/context.ts';
import { type Page, pageOf } from '../../../platform/postgres/page.ts';
import { priceOf } from './price.ts';

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
