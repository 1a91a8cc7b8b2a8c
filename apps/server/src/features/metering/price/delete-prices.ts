import type { ParsedQuery } from '@usance/api/call';
import type { prices } from '@usance/api/price';
import type { Work } from '../../../platform/context/context.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import { changeTerms } from '../rating-terms/rating-terms.ts';

/** Deletes versions that have not begun, all or none. */
export async function deletePrices(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { query }: { query: ParsedQuery<typeof prices.delete> },
): Promise<void> {
  await changeTerms(tx, 'prices');
  const ids = [...new Set(query.ids)];
  const rows = await tx.selectFrom('price').selectAll().where('id', 'in', ids).forUpdate().execute();
  if (rows.length !== ids.length) throw notFound('PRICE_NOT_FOUND');
  if (rows.some((row) => row.effective_from <= now)) {
    throw conflict('PRICE_IN_USE', 'A version that has begun can be ended, not deleted.');
  }
  await tx.deleteFrom('price').where('id', 'in', ids).execute();
}
