import type { OfferWork } from './offer-at-hand.ts';
import { keepOffer } from './state/keep-offer.ts';
import { type OfferRow, pricesEndAt } from './state/offer-state.ts';

type Accepted = Pick<OfferRow, 'effective_date' | 'expiration_date' | 'ended_at' | 'end_reason'>;

/**
 * Stores the ends of accepted offers caused by those accepted later, and removes ends that are no longer caused.
 * `coming` is about to be accepted.
 */
export async function supersede({ tx, now, contract }: OfferWork, coming?: OfferRow): Promise<void> {
  const accepted = await tx
    .selectFrom('private_offer')
    .selectAll()
    .where('contract_id', '=', contract.id)
    .where('response_action', '=', 'accept')
    .orderBy('acceptance_no')
    .execute();
  const all = coming ? [...accepted, coming] : accepted;
  const ends = endsOf(all);
  for (const [at, row] of accepted.entries()) {
    const { ended_at, end_reason } = ends[at] ?? row;
    if (ended_at?.getTime() === row.ended_at?.getTime()) continue;
    const isOver = row.state === 'accepted' && ended_at !== null && ended_at <= now;
    await keepOffer(tx, row, { ended_at, end_reason, ...(isOver ? { state: 'invalid' } : {}) });
  }
}

/**
 * Returns the end of each accepted offer, apart from its expiration. `accepted` is in order of acceptance. An offer
 * ends where the earliest later one with a time of its own begins.  @internal for the test of chains
 */
export function endsOf(accepted: readonly Accepted[]): Pick<Accepted, 'ended_at' | 'end_reason'>[] {
  let next: Date | undefined;
  return accepted
    .toReversed()
    .map((row) => {
      const own = row.end_reason === 'superseded' ? { ended_at: null, end_reason: null } : row;
      const ownEnd = pricesEndAt({ ...row, ...own });
      const isCut = next !== undefined && (ownEnd === null || next < ownEnd);
      const end = isCut && next ? { ended_at: next, end_reason: own.end_reason ?? 'superseded' } : own;
      const until = pricesEndAt({ ...row, ...end });
      const begins = row.effective_date;
      if ((until === null || until > begins) && (next === undefined || begins < next)) next = begins;
      return { ended_at: end.ended_at, end_reason: end.end_reason };
    })
    .toReversed();
}
