import { useDisclosure } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { IconBell } from '../../ui/icon/icons.tsx';
import { Late, useArrived } from '../../ui/late/late.ts';
import classes from './notification-bell.module.css';

const liveNotifications = new Late(async () => (await import('./live-notifications.late.tsx')).LiveNotifications);
/** Lets the page load first. */
const quietMs = 5_000;

/** The number of unread notifications, and the button that opens them. Its parts load after the page. */
export function NotificationBell() {
  const Live = useArrived(liveNotifications);
  const [wanted, setWanted] = useState(false);
  const [unread, setUnread] = useState(0);
  const [opened, { open, close }] = useDisclosure(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setWanted(true);
      liveNotifications.bring().catch(() => undefined);
    }, quietMs);
    return () => clearTimeout(timer);
  }, []);
  // The label uses the shown number.
  const shown = unread > 99 ? '99+' : String(unread);
  const press = () => {
    open();
    setWanted(true);
    liveNotifications.bring().catch(() => {
      close();
      notify.error(m.ui_no_reply());
    });
  };
  return (
    <>
      <button
        type="button"
        className={classes.bell}
        aria-haspopup="dialog"
        aria-label={unread === 0 ? m.notification_title() : m.notification_unread({ count: shown })}
        onClick={press}
      >
        <IconBell size={18} stroke={1.6} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {shown}
          </span>
        )}
      </button>
      {wanted && Live && <Live opened={opened} onClose={close} onUnread={setUnread} />}
    </>
  );
}
