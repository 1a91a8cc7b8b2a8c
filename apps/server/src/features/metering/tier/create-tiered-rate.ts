import type { ParsedBody } from '@usance/api/call';
import { type TieredRate, type TierTerms, tieredRateId, type tiers } from '@usance/api/metering/tier';
import type { Work } from '#platform/context/context.ts';
import { newId } from '#platform/ids.ts';
import { invalidParameter } from '#platform/refusal.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { markRepricedDays } from '../billing-day/dirty-days.ts';
import { changePrices } from '../rating-terms/rating-terms.ts';
import { changeTieredRates } from './change-tiered-rates.ts';
import { refuseUsedTiers } from './refuse-used-tiers.ts';
import { tellTieredRate } from './tier.queries.ts';
import { brokenTier, type TieredRateRow, tierRowsOf } from './tier.ts';

/** The times and the tiers. `to` is exclusive; null if there is no end. */
interface NewTieredRate {
  readonly from: Date;
  readonly to: Date | null;
  /** True if they interrupt the tiers around them, which continue afterwards. */
  readonly temporary: boolean;
  readonly tiers: readonly TierTerms[];
}

/** Creates tiers of the contract itself. The audit keeps the reason from the call. */
export function createTieredRate(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body }: { body: ParsedBody<typeof tiers.create> },
): Promise<TieredRate> {
  return createTiers(ctx, {
    from: new Date(body.effectiveFrom),
    to: body.effectiveTo === undefined ? null : new Date(body.effectiveTo),
    temporary: body.temporary ?? false,
    tiers: body.tiers,
  });
}

/**
 * Creates tiers of the contract's monthly amount. Open ones yield to new open ones, and the affected days are rated
 * again. 409 if other tiers hold at that time, or if a signed month is affected.
 */
async function createTiers(
  { tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { from, to, temporary, tiers: ladder }: NewTieredRate,
): Promise<TieredRate> {
  if (to !== null && to <= from) throw invalidParameter('effectiveTo', 'Must lie after effectiveFrom.');
  if (temporary && to === null) throw invalidParameter('effectiveTo', 'Temporary tiers need an end.');
  const broken = brokenTier(ladder);
  if (broken) throw invalidParameter(broken.field, broken.why);
  const change = { contractId: contract.id, currency: contract.currency, from };
  await changePrices(tx, [change]);
  await refuseUsedTiers(tx, contract, from);
  const row: TieredRateRow = {
    contract_id: contract.id,
    id: newId(tieredRateId),
    tier_mode: 'graduated',
    source_kind: 'contract',
    source_id: null,
    effective_from: from,
    effective_to: to,
    ended_by_next: false,
    temporary,
    created_at: now,
  };
  await changeTieredRates(tx, contract, { without: [], coming: row });
  await tx.insertInto('tier').values(tierRowsOf(row, ladder)).execute();
  await markRepricedDays(tx, [change]);
  return tellTieredRate(tx, contract.id, row.id);
}
