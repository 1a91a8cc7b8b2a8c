import { conflict } from '#platform/refusal.ts';
import type { TieredRateRow } from './tier.ts';

/** Throws 409 for tiers of an offer: they end with the offer. */
export function refuseOffered(rows: readonly TieredRateRow[]): void {
  const offered = rows.find(({ source_kind }) => source_kind === 'offer');
  if (offered)
    throw conflict('TIER_CONFLICT', 'Tiers of an offer end when the offer is withdrawn.', { id: offered.id });
}
