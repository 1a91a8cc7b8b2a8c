import { dayMs } from '@usance/period/instant';
import type { Updateable } from 'kysely';
import type { Work } from '#platform/context/context.ts';
import type { Database } from '#platform/postgres/database.ts';
import type { OnLocked } from '../../contract/contract/locked.ts';
import { applyOffers } from './apply-offers.ts';
import { keepOffer } from './state/keep-offer.ts';
import { type OfferRow, type OfferStanding, standingAt } from './state/offer-state.ts';
import { tellPeople } from './state/tell-people.ts';

type Moment = OnLocked<Pick<Work, 'tx' | 'now'>>;

/** People are reminded of a deadline this many days before it. */
export const reminderDays = 3;

/** Stores the state of an offer at this time, notifies its people, and ends its prices if they end. */
export async function catchUpOffer(ctx: Moment, row: OfferRow, isKycComplete: boolean): Promise<OfferRow> {
  const standing = standingAt(row, { now: ctx.now, isKycComplete });
  if (standing.status === row.state) return row;
  const kept = await keepOffer(ctx.tx, row, changeTo(standing, row, ctx.now));
  if (standing.status === 'pending_acceptance') await tellPeople(ctx, kept, 'waits');
  if (standing.status === 'expired') await tellPeople(ctx, kept, row.state === 'accepted' ? 'ended' : 'expired');
  if (row.state === 'accepted') await applyOffers(ctx);
  return kept;
}

function changeTo(
  { status, invalidReason, since }: OfferStanding,
  row: OfferRow,
  now: Date,
): Updateable<Database['private_offer']> {
  if (status === 'pending_acceptance') return { state: status, awaiting_since: now, ...reminded(row, now) };
  if (status !== 'invalid') return { state: status };
  return { state: status, end_reason: invalidReason, ended_at: since ?? now };
}

/** Marks an offer as reminded if its deadline is so near that the first notification suffices. */
function reminded({ confirmation_deadline: deadline }: OfferRow, now: Date): { deadline_told_at?: Date } {
  return deadline.getTime() - reminderDays * dayMs <= now.getTime() ? { deadline_told_at: now } : {};
}
