import type { ParsedQuery } from '@usance/api/call';
import type { prices } from '@usance/api/metering/price';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';
import { keepVersions } from './keep-versions.ts';
import { versionsOfTheSame } from './price.queries.ts';
import { type PriceRow, repricingOf } from './price.ts';
import { withoutVersion } from './take-back.ts';

/**
 * Deletes versions that have not begun, all or none. The version that a deleted one displaced continues in its place.
 */
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
  // In order of time: the version that continues for the first deleted one can continue for the next, too.
  const rows = await tx.selectFrom('price').selectAll().where('id', 'in', ids).orderBy('effective_from').execute();
  if (rows.length !== ids.length) throw notFound('PRICE_NOT_FOUND');
  if (rows.some((row) => row.origin_kind === 'offer')) {
    throw conflict('PRICE_IN_USE', 'A price of an offer ends when the offer is withdrawn.');
  }
  if (rows.some((row) => row.effective_from <= now)) {
    throw conflict('PRICE_IN_USE', 'A version that has begun can be ended, not deleted.');
  }
  for (const row of rows) {
    await assertUnsignedFrom(tx, [repricingOf(row)]);
    await takeBack(tx, row);
  }
  await markRepricedDays(tx, rows.map(repricingOf));
}

async function takeBack(tx: Tx, gone: PriceRow): Promise<void> {
  const before = await versionsOfTheSame(tx, gone);
  // A continuation may already be gone with the version that it continued.
  if (before.some(({ id }) => id === gone.id)) await keepVersions(tx, before, withoutVersion(before, gone));
}
