import type { ParsedBody, ParsedParams } from '@usance/api/call';
import type { Price, prices } from '@usance/api/metering/price';
import type { Work } from '#platform/context/context.ts';
import { conflict, invalidParameter, notFound } from '#platform/refusal.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { assertUnsignedFrom } from './assert-unsigned.ts';
import { keepVersions } from './keep-versions.ts';
import { versionsOfTheSame } from './price.queries.ts';
import { priceOf } from './price.ts';
import { refuseOverlap } from './refuse-overlap.ts';
import { withEnd } from './take-back.ts';

interface Input {
  readonly params: ParsedParams<typeof prices.update>;
  readonly body: ParsedBody<typeof prices.update>;
}

/**
 * Sets or removes the end of a version. The old and the new end must lie after every signed month. If a temporary
 * version ends earlier, the version that it displaced continues.
 */
export async function endPrice({ tx }: Pick<Work, 'tx'>, { params: { id }, body }: Input): Promise<Price> {
  const version = tx.selectFrom('price').selectAll().where('id', '=', id);
  const named = await version.executeTakeFirst();
  if (!named) throw notFound('PRICE_NOT_FOUND');
  await changePrices(tx, [{ contractId: named.contract_id, currency: named.currency }]);
  const row = await version.forNoKeyUpdate().executeTakeFirst();
  if (!row) throw notFound('PRICE_NOT_FOUND');
  if (row.origin_kind === 'offer')
    throw conflict('PRICE_CONFLICT', 'A price of an offer ends when the offer is withdrawn.');
  const end = body.effectiveTo === null ? null : new Date(body.effectiveTo);
  if (end && end <= row.effective_from) throw invalidParameter('effectiveTo', 'Must lie after effectiveFrom.');
  const changes = [end, row.effective_to]
    .filter((at) => at !== null)
    .map((from) => ({ contractId: row.contract_id, currency: row.currency, from }));
  await assertUnsignedFrom(tx, changes);
  const before = await versionsOfTheSame(tx, row);
  await keepVersions(tx, before, withEnd(before, row, end)).catch((error: unknown) =>
    refuseOverlap(error, 'The version would overlap the next one.'),
  );
  await markRepricedDays(tx, changes);
  return priceOf({ ...row, effective_to: end });
}
