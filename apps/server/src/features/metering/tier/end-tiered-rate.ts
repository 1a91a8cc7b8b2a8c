import type { ParsedBody } from '@usance/api/call';
import type { TieredRate, tiers } from '@usance/api/metering/tier';
import type { Work } from '#platform/context/context.ts';
import { invalidParameter, notFound } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { changeTieredRates } from './change-tiered-rates.ts';
import { refuseOffered } from './refuse-offered.ts';
import { refuseUsedTiers } from './refuse-used-tiers.ts';
import { getTieredRates, tellTieredRate } from './tier.queries.ts';

/**
 * Sets or removes the end of tiers; without an end they yield to the next ones. The old and the new end must lie after
 * every signed month.
 */
export async function endTieredRate(
  { tx, contract }: OnLocked<Pick<Work, 'tx'>>,
  { body: { id, effectiveTo } }: { body: ParsedBody<typeof tiers.update> },
): Promise<TieredRate> {
  await changePrices(tx, [{ contractId: contract.id, currency: contract.currency }]);
  const [row] = await getTieredRates(tx, contract.id, [id]);
  if (!row) throw notFound('TIER_NOT_FOUND');
  refuseOffered([row]);
  const end = effectiveTo === null ? null : new Date(effectiveTo);
  if (end && end <= row.effective_from) throw invalidParameter('effectiveTo', 'Must lie after effectiveFrom.');
  if (row.temporary && end === null) throw invalidParameter('effectiveTo', 'Temporary tiers need an end.');
  const changes = [end, row.effective_to]
    .filter((at) => at !== null)
    .map((from) => ({ contractId: contract.id, currency: contract.currency, from }));
  for (const { from } of changes) await refuseUsedTiers(tx, contract, from);
  await changeTieredRates(tx, contract, { without: [], coming: { ...row, effective_to: end, ended_by_next: false } });
  await markRepricedDays(tx, changes);
  return tellTieredRate(tx, contract.id, id);
}
