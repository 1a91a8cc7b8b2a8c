import { billingZoneOf } from '@usance/period/zone';
import type { Work } from '#platform/context/context.ts';
import type { OnLocked } from '../../../contract/contract/locked.ts';
import type { ToldWith } from '../../../contract/notification/happening.ts';
import { notifyPeople } from '../../../contract/notification/notify-people.ts';
import type { OfferRow } from './offer-state.ts';

type OfferEvent = NonNullable<ToldWith['private_offer']['event']>;

/** Notifies the people of the contract of an event of an offer, once for each event and revision. */
export async function tellPeople(
  work: OnLocked<Pick<Work, 'tx' | 'now'>>,
  { id, revision, confirmation_deadline }: Pick<OfferRow, 'id' | 'revision' | 'confirmation_deadline'>,
  event: OfferEvent,
): Promise<void> {
  const isOpen = event === 'waits' || event === 'deadline';
  await notifyPeople(work, work.contract, {
    kind: 'private_offer',
    // With the revision, because a rejected offer waits again after it was edited.
    dedupeKey: `${id} ${event} ${revision}`,
    offer: id,
    event,
    ...(isOpen ? { validUntil: inZone(confirmation_deadline, billingZoneOf(work.contract.currency)) } : {}),
  });
}

/** `2026-10-20 18:00 (Asia/Shanghai)`. */
function inZone(at: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);
  return `${time} (${timeZone})`;
}
