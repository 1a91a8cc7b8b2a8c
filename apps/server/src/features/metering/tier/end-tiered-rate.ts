import type { ParsedBody } from '@usance/api/call';
import type { TieredRate, tiers } from '@usance/api/tier';
import type { Work } from '../../../platform/context/context.ts';
import { invalidParameter, notFound } from '../../../platform/refusal.ts';
import type { OnLocked } from '../../party/contract/locked.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { refuseTwoAtOnce, refuseUsedTiers } from './refuse-used-tiers.ts';
import { getTieredRates, tiersById } from './tier.queries.ts';
import { tieredRateOf } from './tier.ts';

/** Sets or lifts the end of tiers; the end, old and new, must lie after every signed month. */
export async function endTieredRate(
  { tx, contract }: OnLocked<Pick<Work, 'tx'>>,
  { body: { id, effectiveTo } }: { body: ParsedBody<typeof tiers.update> },
): Promise<TieredRate> {
  await changePrices(tx, [{ contractId: contract.id, currency: contract.currency }]);
  const [row] = await getTieredRates(tx, contract.id, [id]);
  if (!row) throw notFound('TIER_NOT_FOUND');
  const end = effectiveTo === null ? null : new Date(effectiveTo);
  if (end && end <= row.effective_from) throw invalidParameter('effectiveTo', 'Must lie after effectiveFrom.');
  const changes = [end, row.effective_to]
    .filter((at) => at !== null)
    .map((from) => ({ contractId: contract.id, currency: contract.currency, from }));
  for (const { from } of changes) await refuseUsedTiers(tx, contract, from);
  await tx
    .updateTable('tiered_rate')
    .set({ effective_to: end })
    .where('contract_id', '=', contract.id)
    .where('id', '=', id)
    .execute()
    .catch(refuseTwoAtOnce);
  await markRepricedDays(tx, changes);
  return tieredRateOf({ ...row, effective_to: end }, (await tiersById(tx, contract.id, [id])).get(id) ?? []);
}
