import { priceId } from '@usance/api/price';
import { instantOf } from '@usance/period/instant';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { outside } from './book/price-precedence.ts';
import type { PriceRow } from './price.ts';

/**
 * Ends the open versions of one contract, or of the list, where new ones of their SKUs begin; answers what is still to be
 * stored: the new ones, and the versions in which the open ones go on where the new ones leave a time to them, since nobody
 * asked for a time without a price. Nobody asked for a version that goes on, either: one that begins with it takes its
 * place. New ones that an open one outlasts are known as passing.
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
    const left = stretchesLeft(open, coming);
    const [before, ...after] = left;
    if (before && before.effective_to === null && beginsWith(open, before)) continue;
    const isCut = before !== undefined && beginsWith(open, before);
    if (isCut) await endWhereNextBegins(tx, before);
    else await tx.deleteFrom('price').where('id', '=', open.id).execute();
    going.push(...(isCut ? after : left).map((stretch) => ({ ...stretch, id: newId(priceId), goes_on: true })));
  }
  const isPassing = (row: PriceRow) => row.effective_to !== null && openOnes.some((open) => takesFrom(open, row));
  return [...coming.map((row) => ({ ...row, passing: isPassing(row) })), ...going];
}

async function endWhereNextBegins(tx: Tx, { id, effective_to }: PriceRow): Promise<void> {
  await tx.updateTable('price').set({ effective_to, ended_by_next: true }).where('id', '=', id).execute();
}

const beginsWith = (a: PriceRow, b: PriceRow) => a.effective_from.getTime() === b.effective_from.getTime();

/** Whether a new version takes time from an open one. */
function takesFrom(open: PriceRow, row: PriceRow): boolean {
  if (row.sku_id !== open.sku_id) return false;
  return row.effective_from > open.effective_from || (open.goes_on && beginsWith(open, row));
}

/** The times that are left to an open version, in order, each as a version. */
function stretchesLeft(open: PriceRow, coming: readonly PriceRow[]): PriceRow[] {
  const winning = coming.filter((row) => takesFrom(open, row));
  return outside(timeOf(open), winning.map(timeOf)).map(({ from, to }) => ({
    ...open,
    effective_from: new Date(from),
    effective_to: to === null ? null : new Date(to),
    ended_by_next: to !== null,
  }));
}

function timeOf({ effective_from, effective_to }: PriceRow) {
  return { from: instantOf(effective_from), to: effective_to === null ? null : instantOf(effective_to) };
}
