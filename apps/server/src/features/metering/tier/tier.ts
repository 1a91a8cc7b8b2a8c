import type { TieredRate, TierTerms } from '@usance/api/metering/tier';
import { compare, parseDecimal } from '@usance/money/decimal';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#platform/postgres/database.ts';
import type { Tier } from './graduated.ts';

export type TieredRateRow = Selectable<Database['tiered_rate']>;
type TierRow = Omit<Selectable<Database['tier']>, 'tier_below'>;

const noLimit = '-1';

/**
 * Returns the first fault of a list of tiers; undefined if they start at 0 and each begins where the one below ends.
 */
export function brokenTier(tiers: readonly TierTerms[]): { readonly field: string; readonly why: string } | undefined {
  for (const [at, { tierLevel, minThreshold, maxThreshold }] of tiers.entries()) {
    const below = tiers[at - 1];
    const field = (name: string) => `tiers.${at}.${name}`;
    if (tierLevel !== at + 1) return { field: field('tierLevel'), why: 'Tiers are numbered from 1, in order.' };
    if (compare(minThreshold, below?.maxThreshold ?? '0') !== 0)
      return { field: field('minThreshold'), why: 'Must be where the tier below ends, or 0.' };
    const isLast = at === tiers.length - 1;
    if (isLast !== (maxThreshold === noLimit))
      return { field: field('maxThreshold'), why: 'The last tier has no upper limit (-1), and no other.' };
    if (!isLast && compare(maxThreshold, minThreshold) <= 0)
      return { field: field('maxThreshold'), why: 'Must be greater than minThreshold.' };
  }
  return undefined;
}

export function tierRowsOf(
  { contract_id, id }: Pick<TieredRateRow, 'contract_id' | 'id'>,
  tiers: readonly TierTerms[],
): Insertable<Database['tier']>[] {
  return tiers.map(({ tierLevel, minThreshold, maxThreshold, discountRate }) => ({
    contract_id,
    tiered_rate_id: id,
    tier_level: tierLevel,
    min_threshold: minThreshold,
    max_threshold: maxThreshold === noLimit ? null : maxThreshold,
    discount_rate: discountRate,
  }));
}

/** The tiers as rating needs them. `rows` must be in order of level. */
export function ladderOf(rows: readonly Pick<TierRow, 'min_threshold' | 'discount_rate'>[]): Tier[] {
  return rows.map((row) => ({ from: parseDecimal(row.min_threshold), rate: parseDecimal(row.discount_rate) }));
}

export function tieredRateOf(row: TieredRateRow, tiers: readonly TierRow[]): TieredRate {
  return {
    id: row.id,
    contractId: row.contract_id,
    tierMode: row.tier_mode,
    source: { kind: row.source_kind, id: row.source_id },
    effectiveFrom: row.effective_from.toISOString(),
    effectiveTo: row.effective_to?.toISOString() ?? null,
    temporary: row.temporary,
    tiers: tiers.map((tier) => ({
      tierLevel: tier.tier_level,
      minThreshold: tier.min_threshold,
      maxThreshold: tier.max_threshold ?? noLimit,
      discountRate: tier.discount_rate,
    })),
    gmtCreated: row.created_at.toISOString(),
  };
}
