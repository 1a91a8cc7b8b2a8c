import type { ParsedQuery } from '@usance/api/call';
import type { Price, prices } from '@usance/api/metering/price';
import { type Instant, instantOf } from '@usance/period/instant';
import { sql } from 'kysely';
import type { ReadContext } from '#platform/context/context.ts';
import type { DbOrTx, Tx } from '#platform/postgres/database.ts';
import { type Page, pageOf } from '#platform/postgres/page.ts';
import type { ContractReading } from '../../contract/contract/contract-reading.ts';
import { decidingInstant } from './book/deciding-instant.ts';
import { type PriceRow, priceOf } from './price.ts';

type Query = ParsedQuery<typeof prices.list>;

const columnOf = {
  skuId: 'price.sku_id',
  effectiveFrom: 'price.effective_from',
  unitPrice: 'price.unit_price',
  listPrice: 'price.list_price',
} as const;

/** Lists all versions of the list prices, or those in force in the hour of `at`. */
export function listPrices({ db }: Pick<ReadContext, 'db'>, { query }: { query: Query }): Promise<Page<Price>> {
  const listed = matching(db, query).where('price.contract_id', 'is', null);
  if (!query.at) return pageOfPrices(listed, query);
  return pageOfPrices(listed.where(holdsAt('price', decidingInstant(instantOf(new Date(query.at)), undefined))), query);
}

/**
 * Lists the price of each SKU for a contract in the hour of `at` (default now): the accepted offer's, otherwise its
 * own, otherwise the list's.
 */
export function listPricesOfContract(
  { db, now, contract }: ContractReading & Pick<ReadContext, 'now'>,
  { query }: { query: Query },
): Promise<Page<Price>> {
  const at = decidingInstant(instantOf(query.at ? new Date(query.at) : now), instantOf(contract.commencing_on));
  const holding = matching(db, query)
    .where('price.currency', '=', contract.currency)
    .where(holdsAt('price', at))
    .where(({ eb, or, and, not, exists, selectFrom }) => {
      const own = selectFrom('price as own')
        .select('own.id')
        .whereRef('own.sku_id', '=', 'price.sku_id')
        .where('own.currency', '=', contract.currency)
        .where('own.contract_id', '=', contract.id)
        .where(holdsAt('own', at));
      const offered = own.where('own.origin_kind', '=', 'offer');
      const isListed = eb('price.contract_id', 'is', null);
      const isOwn = eb('price.contract_id', '=', contract.id);
      return or([
        and([isOwn, or([eb('price.origin_kind', '=', 'offer'), not(exists(offered))])]),
        and([isListed, not(exists(own))]),
      ]);
    });
  return pageOfPrices(holding, query);
}

function matching(db: DbOrTx, { skuId, currency }: Query) {
  let wanted = db.selectFrom('price');
  if (skuId) wanted = wanted.where('price.sku_id', '=', skuId);
  if (currency) wanted = wanted.where('price.currency', '=', currency);
  return wanted;
}

/** SQL: true if the version holds at an instant. */
export function holdsAt(version: 'price' | 'own', at: Instant) {
  const [from, to] = [sql.ref(`${version}.effective_from`), sql.ref(`${version}.effective_to`)];
  return sql<boolean>`tstzrange(${from}, ${to}) @> ${new Date(at)}::timestamptz`;
}

function pageOfPrices(wanted: ReturnType<typeof matching>, query: Query): Promise<Page<Price>> {
  return pageOf(
    wanted,
    query,
    (found) =>
      found
        .selectAll('price')
        .orderBy(columnOf[query.orderBy], query.ordering)
        .orderBy('price.sku_id')
        .orderBy('effective_from', 'desc')
        .orderBy('price.id'),
    priceOf,
  );
}

/**
 * Returns the versions of one price (SKU, currency, and contract or list) in order of time, without those of offers.
 */
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
    .where('origin_kind', '<>', 'offer')
    .orderBy('effective_from')
    .execute();
}
