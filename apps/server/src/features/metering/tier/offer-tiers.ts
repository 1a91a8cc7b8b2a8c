import { type TierTerms, tieredRateId } from '@usance/api/metering/tier';
import { compare } from '@usance/money/decimal';
import { newId } from '#platform/ids.ts';
import type { Tx } from '#platform/postgres/database.ts';
import type { LockedContract } from '../../contract/contract/contract.queries.ts';
import { signedUntil } from '../closed-month/closed-month.ts';
import { type OfferedPlan, planOffered } from '../term/plan-offered.ts';
import { refuseUsedTiers } from './refuse-used-tiers.ts';
import { tiersById } from './tier.queries.ts';
import { type TieredRateRow, tierRowsOf } from './tier.ts';

/** The tiers of an accepted offer, with their times. */
export interface OfferTiers {
  readonly offerId: string;
  readonly tiers: readonly TierTerms[];
  readonly from: Date;
  readonly to: Date | null;
  readonly now: Date;
}

/** Plans how the contract's stored offer tiers become the wanted ones. The contract's own tiers stay as they are. */
export async function planOfferTiers(
  tx: Tx,
  contract: LockedContract,
  wanted: readonly OfferTiers[],
): Promise<OfferedPlan<OfferedRow>> {
  const kept = await keptOf(tx, contract.id);
  const coming = wanted.map((offered) => ({ ...rowOf(offered, contract.id), ladder: tierRows(offered, contract.id) }));
  const until = await signedUntil(tx, contract);
  return planOffered(kept, coming, { about: () => '', isSame: isSameLadder, signedUntil: until });
}

/**
 * Carries out a plan. The caller locks the prices before and marks the affected days after. 409 if a signed month is
 * affected.
 */
export async function writeOfferTiers(
  tx: Tx,
  contract: LockedContract,
  { gone, moved, came, changedFrom }: OfferedPlan<OfferedRow>,
): Promise<void> {
  for (const from of changedFrom) await refuseUsedTiers(tx, contract, from);
  const one = (id: string) => ({ contract_id: contract.id, id });
  for (const { id } of gone)
    await tx
      .deleteFrom('tiered_rate')
      .where((eb) => eb.and(one(id)))
      .execute();
  for (const { id, effective_to } of moved)
    await tx
      .updateTable('tiered_rate')
      .set({ effective_to })
      .where((eb) => eb.and(one(id)))
      .execute();
  for (const { offer_id, ladder, ...row } of came) {
    await tx.insertInto('tiered_rate').values(row).execute();
    await tx
      .insertInto('tier')
      .values(ladder.map((tier) => ({ ...tier, tiered_rate_id: row.id })))
      .execute();
  }
}

type Ladder = ReturnType<typeof tierRowsOf>;
type OfferedRow = TieredRateRow & { readonly offer_id: string; readonly ladder: Ladder };

async function keptOf(tx: Tx, contractId: string): Promise<OfferedRow[]> {
  const rows = await tx
    .selectFrom('tiered_rate')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('source_kind', '=', 'offer')
    .execute();
  const tiersOf = await tiersById(
    tx,
    contractId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, offer_id: row.source_id ?? '', ladder: tiersOf.get(row.id) ?? [] }));
}

function rowOf({ offerId, from, to, now }: OfferTiers, contractId: string): TieredRateRow & { offer_id: string } {
  return {
    contract_id: contractId,
    id: newId(tieredRateId),
    offer_id: offerId,
    tier_mode: 'graduated',
    source_kind: 'offer',
    source_id: offerId,
    effective_from: from,
    effective_to: to,
    ended_by_next: false,
    temporary: true,
    created_at: now,
  };
}

const tierRows = ({ tiers, offerId }: OfferTiers, contractId: string) =>
  tierRowsOf({ contract_id: contractId, id: offerId }, tiers);

function isSameLadder(one: OfferedRow, other: OfferedRow): boolean {
  return (
    one.ladder.length === other.ladder.length &&
    one.ladder.every((tier, at) => {
      const beside = other.ladder[at];
      return (
        beside !== undefined &&
        compare(tier.min_threshold, beside.min_threshold) === 0 &&
        compare(tier.discount_rate, beside.discount_rate) === 0
      );
    })
  );
}
