import type { ParsedQuery } from '@usance/api/call';
import type { listPrices as listPricesCall, Price } from '@usance/api/price';
import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';
import { priceOf } from './price.ts';

/** List prices; with a contract, its own prices beside the list prices of its currency. */
export async function listPrices(
  db: DbOrTx,
  query: ParsedQuery<typeof listPricesCall>,
  contract?: { id: string; currency: Price['currency'] },
): Promise<{ items: Price[]; totalSize: number }> {
  let found = db.selectFrom('price');
  found = contract
    ? found
        .where('currency', '=', contract.currency)
        .where((eb) => eb.or([eb('contract_id', 'is', null), eb('contract_id', '=', contract.id)]))
    : found.where('contract_id', 'is', null);
  if (query.skuId) found = found.where('sku_id', '=', query.skuId);
  if (query.currency) found = found.where('currency', '=', query.currency);
  if (query.at) {
    found = found.where(sql<boolean>`tstzrange(effective_from, effective_to) @> ${query.at}::timestamptz`);
  }
  const { total } = await found.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('sku_id')
    .orderBy('effective_from', 'desc')
    .orderBy('id')
    .limit(query.pageSize)
    .offset((query.pageNum - 1) * query.pageSize)
    .execute();
  return { items: rows.map(priceOf), totalSize: Number(total) };
}
