import type { Price } from '@usance/api/price';
import type { Tx } from '../../../platform/postgres/database.ts';
import { conflict, invalidParameter, notFound } from '../../../platform/refusal.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';
import { markRepricedDays } from './mark-repriced-days.ts';
import { priceOf } from './price.ts';

/** Sets or lifts the end of a version; the end, old and new, must lie after every signed month. */
export async function endPrice(tx: Tx, id: string, effectiveTo: string | null): Promise<Price> {
  const row = await tx.selectFrom('price').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('price');
  const end = effectiveTo === null ? null : new Date(effectiveTo);
  if (end && end <= row.effective_from) throw invalidParameter('effectiveTo', 'Must lie after effectiveFrom.');
  const changes = [end, row.effective_to].filter((at) => at !== null).map((at) => ({ ...row, effective_from: at }));
  await assertUnsignedFrom(tx, changes);
  const changed = await tx
    .updateTable('price')
    .set({ effective_to: end })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === '23P01') {
        throw conflict('PRICE_CONFLICT', 'The version would overlap the next one.');
      }
      throw error;
    });
  for (const { contract_id: contractId, currency, effective_from: from } of changes) {
    await markRepricedDays(tx, { contractId, currency, from });
  }
  return priceOf(changed);
}

/** Deletes versions that have not begun, all or none. */
export async function deletePrices(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  const wanted = [...new Set(ids)];
  const rows = await tx.selectFrom('price').selectAll().where('id', 'in', wanted).forUpdate().execute();
  if (rows.length !== wanted.length) throw notFound('price');
  if (rows.some((row) => row.effective_from <= now)) {
    throw conflict('PRICE_IN_USE', 'A version that has begun can be ended, not deleted.');
  }
  await tx.deleteFrom('price').where('id', 'in', wanted).execute();
}
