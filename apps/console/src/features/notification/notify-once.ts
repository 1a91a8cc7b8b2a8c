import type { Notification } from '@usance/api/notification';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/notify.tsx';

const storageKey = 'usance.notifications-told';

let takeAway = () => {};

/** Says that something waits to be read: once in a session, at whose end what it kept is forgotten. */
export function tellOnce(unread: readonly Notification[]): void {
  if (unread.length === 0 || sessionStorage.getItem(storageKey) !== null) return;
  sessionStorage.setItem(storageKey, 'yes');
  const isOffers = unread.every((each) => each.notificationType === 'private_offer');
  takeAway = notify.info(
    isOffers ? m.notification_toast_offers({ count: unread.length }) : m.notification_toast({ count: unread.length }),
  );
}

/** Who reads the list itself need not be told: what is said of it goes, and nothing more is said in this session. */
export function needNotTell(): void {
  sessionStorage.setItem(storageKey, 'yes');
  takeAway();
}
