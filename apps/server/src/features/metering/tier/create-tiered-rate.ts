import type { ParsedBody } from '@usance/api/call';
import { type TieredRate, type TierTerms, tieredRateId, type tiers } from '@usance/api/tier';
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

/** What is agreed on; `to` is exclusive, null while nothing ends it. */
interface NewTieredRate {
  readonly from: Date;
  readonly to: Date | null;
  /** In place of those that they lie in, which go on afterwards. */
  readonly temporary: boolean;
  readonly tiers: readonly TierTerms[];
}

/** Agrees on tiers in the contract itself; the call says why, for its audit. */
export function createTieredRate(
  ctx: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { body }: { body: ParsedBody<typeof tiers.create> },
): Promise<TieredRate> {
  return agreeOnTiers(ctx, {
    from: new Date(body.effectiveFrom),
    to: body.effectiveTo === undefined ? null : new Date(body.effectiveTo),
    temporary: body.temporary ?? false,
    tiers: body.tiers,
  });
}

/**
 * Gives a contract tiers of its month's amount for a time. Those that nobody ended make way for others without an end; what
 * the new ones reach is rated again. 409 for other tiers at that time, and where they reach a signed month.
 */
async function agreeOnTiers(
  { tx, now, contract }: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { from, to, temporary, tiers: ladder }: NewTieredRate,
): Promise<TieredRate> {
  if (to !== null && to <= from) throw invalidParameter('effectiveTo', 'Must lie after effectiveFrom.');
  if (temporary && to === null) throw invalidParameter('effectiveTo', 'Temporary tiers have an end.');
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
