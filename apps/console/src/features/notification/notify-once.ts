import type { Notification } from '@usance/api/contract/notification';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';

const storageKey = 'usance.notifications-told';

let takeAway = () => {};

/** Announces unread notifications once in a session, in sessionStorage. */
export function notifyOnce(unread: readonly Notification[]): void {
  if (unread.length === 0 || sessionStorage.getItem(storageKey) !== null) return;
  sessionStorage.setItem(storageKey, 'yes');
  const isOffers = unread.every((each) => each.notificationType === 'private_offer');
  takeAway = notify.info(
    isOffers ? m.notification_toast_offers({ count: unread.length }) : m.notification_toast({ count: unread.length }),
  );
}

/** Removes the announcement and suppresses later ones: the reader has opened the list. */
export function dismissNotice(): void {
  sessionStorage.setItem(storageKey, 'yes');
  takeAway();
}
