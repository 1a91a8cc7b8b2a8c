import type { Currency } from '@usance/money/currency';
import type { Range } from '@usance/period/range';
import { sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';
import { bookOf, discountsOf, pricesWithSkus, type Rated, unchargedOf } from './price-rows.ts';
import { compilePriceSegments, type PriceBook, type PriceSegment } from './price-segments.ts';

interface Wanted {
  readonly range: Range;
  /** The numbers of the SKUs that each contract has used. */
  readonly skuNosOf: ReadonlyMap<string, ReadonlySet<number>>;
}

/**
 * Like `priceSegments`, for several contracts of one currency that have no tiers. Returns the segments of each
 * contract's SKUs; none of a contract whose prices contradict each other, so that it does not fail the others.
 */
export async function priceSegmentsOf(
  db: DbOrTx,
  { currency, contracts }: { currency: Currency; contracts: readonly Rated[] },
  { range, skuNosOf }: Wanted,
): Promise<ReadonlyMap<string, readonly PriceSegment[]>> {
  const contractIds = contracts.map(({ id }) => id);
  const skuNos = [...new Set([...skuNosOf.values()].flatMap((numbers) => [...numbers]))];
  const rows = await pricesWithSkus(db, { currency, contractIds, range })
    .where('sku.sku_no', '=', sql<number>`any(${skuNos}::int[])`)
    .execute();
  const discounts = await discountsOf(db, contractIds);
  const uncharged = await unchargedOf(db, contractIds);
  const rowsOf = Map.groupBy(rows, (row) => row.contract_id);
  const listed = rowsOf.get(null) ?? [];
  return new Map(
    contracts.map((contract) => {
      const used = skuNosOf.get(contract.id) ?? new Set();
      const ofContract = [...listed, ...(rowsOf.get(contract.id) ?? [])].filter((row) => used.has(row.sku_no));
      const book = bookOf(contract, {
        rows: ofContract,
        discounts: discounts.get(contract.id) ?? [],
        uncharged: (uncharged.get(contract.id) ?? []).filter(({ skuNo }) => used.has(skuNo)),
        tiers: [],
      });
      return [contract.id, segmentsOrNone(book, range)];
    }),
  );
}

function segmentsOrNone(book: PriceBook, range: Range): readonly PriceSegment[] {
  try {
    return compilePriceSegments(book, range);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
