import { priceId } from '@usance/api/price';
import { instantOf } from '@usance/period/instant';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { outside } from './book/price-precedence.ts';
import type { PriceRow } from './price.ts';

/**
 * Ends the open versions of one contract, or of the list, where new ones of their SKUs begin; answers the versions in
 * which they go on where the new ones leave a time to them, still to be stored: nobody asked for a time without a price.
 */
export async function makeWay(tx: Tx, coming: readonly PriceRow[]): Promise<PriceRow[]> {
  const first = coming[0];
  if (!first) return [];
  const openOnes = await tx
    .selectFrom('price')
    .selectAll()
    .where('sku_id', 'in', [...new Set(coming.map((row) => row.sku_id))])
    .where('currency', '=', first.currency)
    .where('contract_id', 'is not distinct from', first.contract_id)
    .where('effective_to', 'is', null)
    .execute();
  const going: PriceRow[] = [];
  for (const open of openOnes) {
    const [before, ...after] = stretchesLeft(open, coming);
    if (before === undefined || before.effective_to === null) continue;
    await tx
      .updateTable('price')
      .set({ effective_to: before.effective_to, ended_by_next: true })
      .where('id', '=', open.id)
      .execute();
    going.push(...after.map((stretch) => ({ ...stretch, id: newId(priceId) })));
  }
  return going;
}

/** The times that are left to an open version, in order, each as a version. */
function stretchesLeft(open: PriceRow, coming: readonly PriceRow[]): PriceRow[] {
  const later = coming.filter((row) => row.sku_id === open.sku_id && row.effective_from > open.effective_from);
  return outside(timeOf(open), later.map(timeOf)).map(({ from, to }) => ({
    ...open,
    effective_from: new Date(from),
    effective_to: to === null ? null : new Date(to),
    ended_by_next: to !== null,
  }));
}

function timeOf({ effective_from, effective_to }: PriceRow) {
  return { from: instantOf(effective_from), to: effective_to === null ? null : instantOf(effective_to) };
}
