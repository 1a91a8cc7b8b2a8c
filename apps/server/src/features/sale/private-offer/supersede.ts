import { keepOffer } from './keep-offer.ts';
import type { OfferWork } from './offer-at-hand.ts';
import { type OfferRow, pricesEndAt } from './offer-state.ts';

type Accepted = Pick<OfferRow, 'effective_date' | 'expiration_date' | 'ended_at' | 'end_reason'>;

/**
 * Writes down where a contract's accepted offers end because of those accepted after them, and lifts that where none does
 * any more. `coming` is about to be accepted.
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
 * When each of some accepted offers ends, but for its expiration; they are in the order of their acceptance. The earliest
 * one that was accepted later and has a time of its own ends those before it.
 *
 * @internal for the test of chains
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
