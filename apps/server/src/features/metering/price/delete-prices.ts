import type { ParsedQuery } from '@usance/api/call';
import type { prices } from '@usance/api/price';
import type { Work } from '../../../platform/context/context.ts';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';
import type { PriceRow } from './price.ts';
import { withoutVersion } from './take-back.ts';

/** Deletes versions that have not begun, all or none; what a deleted version took the place of goes on in its stead. */
export async function deletePrices(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { query }: { query: ParsedQuery<typeof prices.delete> },
): Promise<void> {
  const ids = [...new Set(query.ids)];
  const named = await tx.selectFrom('price').select(['contract_id', 'currency']).where('id', 'in', ids).execute();
  if (named.length !== ids.length) throw notFound('PRICE_NOT_FOUND');
  await changePrices(
    tx,
    named.map(({ contract_id: contractId, currency }) => ({ contractId, currency })),
  );
  // In order of time: what goes on instead of the first goes on instead of one that followed it, too.
  const rows = await tx.selectFrom('price').selectAll().where('id', 'in', ids).orderBy('effective_from').execute();
  if (rows.length !== ids.length) throw notFound('PRICE_NOT_FOUND');
  if (rows.some((row) => row.effective_from <= now)) {
    throw conflict('PRICE_IN_USE', 'A version that has begun can be ended, not deleted.');
  }
  for (const row of rows) {
    await assertUnsignedFrom(tx, [repricingOf(row)]);
    await takeBack(tx, row);
  }
  await markRepricedDays(tx, rows.map(repricingOf));
}

function repricingOf(row: PriceRow) {
  return { contractId: row.contract_id, currency: row.currency, from: row.effective_from };
}

async function takeBack(tx: Tx, gone: PriceRow): Promise<void> {
  const before = await versionsOfTheSame(tx, gone);
  // One that only went on has gone with the version that it continued, if that was named too.
  if (!before.some(({ id }) => id === gone.id)) return;
  const after = withoutVersion(before, gone);
  const isIn = (versions: readonly PriceRow[]) => (row: PriceRow) => versions.some(({ id }) => id === row.id);
  const deleted = before.filter((row) => !isIn(after)(row)).map(({ id }) => id);
  await tx.deleteFrom('price').where('id', 'in', deleted).execute();
  for (const { id, effective_to, ended_by_next } of after.filter((row) => isIn(before)(row) && !before.includes(row)))
    await tx.updateTable('price').set({ effective_to, ended_by_next }).where('id', '=', id).execute();
  const added = after.filter((row) => !isIn(before)(row));
  if (added.length > 0) await tx.insertInto('price').values(added).execute();
}

/** Versions of the same price, in order of time: its SKU in its currency, of its contract or of the list. */
function versionsOfTheSame(tx: Tx, { sku_id, currency, contract_id }: PriceRow): Promise<PriceRow[]> {
  return tx
    .selectFrom('price')
    .selectAll()
    .where('sku_id', '=', sku_id)
    .where('currency', '=', currency)
    .where('contract_id', 'is not distinct from', contract_id)
    .orderBy('effective_from')
    .execute();
}
