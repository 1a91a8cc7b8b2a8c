import type { CallReply, ParsedQuery } from '@usance/api/call';
import type { tiers } from '@usance/api/metering/tier';
import type { Work } from '#platform/context/context.ts';
import { conflict } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { changeTieredRates } from './change-tiered-rates.ts';
import { refuseOffered } from './refuse-offered.ts';
import { refuseUsedTiers } from './refuse-used-tiers.ts';
import { getTieredRates } from './tier.queries.ts';

/**
 * Deletes tiers that have not begun, all or none; tiers that had yielded to them continue. Their days are rated again,
 * because meters' clocks may run slightly ahead.
 */
export async function deleteTieredRates(
  { tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { query }: { query: ParsedQuery<typeof tiers.delete> },
): Promise<CallReply<typeof tiers.delete>> {
  const ids = [...new Set(query.ids)];
  await changePrices(tx, [{ contractId: contract.id, currency: contract.currency }]);
  const rows = await getTieredRates(tx, contract.id, ids);
  refuseOffered(rows);
  if (rows.some(({ effective_from }) => effective_from <= now))
    throw conflict('TIER_CONFLICT', 'Tiers that have begun can be ended, not deleted.');
  const changes = rows.map(({ effective_from: from }) => ({
    contractId: contract.id,
    currency: contract.currency,
    from,
  }));
  for (const { from } of changes) await refuseUsedTiers(tx, contract, from);
  await changeTieredRates(tx, contract, { without: ids });
  await markRepricedDays(tx, changes);
  return { deleted: rows.length };
}
