import { VisuallyHidden } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { Notification } from '@usance/api/contract/notification';
import type { MouseEvent } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '../../ui/icon/icons.tsx';
import { targetOf } from './notification-target.ts';
import classes from './notifications-dialog.module.css';

interface NotificationItemProps {
  notification: Notification;
  /** Called with true if the reader leaves the page. */
  onOpen: (isLeft: boolean) => void;
}

/** A notification; all of it links to its subject. */
export function NotificationItem({ notification, onOpen }: NotificationItemProps) {
  const router = useRouter();
  const target = targetOf(notification);
  const inner = <Inner notification={notification} />;
  const shared = { className: classes.item, 'data-unread': !notification.isRead || undefined };
  if (target === undefined)
    return (
      <button type="button" {...shared} onClick={() => onOpen(false)}>
        {inner}
      </button>
    );
  if ('elsewhere' in target)
    return (
      <a {...shared} href={target.elsewhere} target="_blank" rel="noopener noreferrer" onClick={() => onOpen(false)}>
        {inner}
      </a>
    );
  const go = (event: MouseEvent) => {
    const isOfBrowser = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    onOpen(!isOfBrowser);
    if (isOfBrowser) return;
    event.preventDefault();
    void router.navigate({ href: target.inside });
  };
  return (
    <a {...shared} href={target.inside} onClick={go}>
      {inner}
    </a>
  );
}

function Inner({ notification }: { notification: Notification }) {
  const { level, notificationTitle, notificationText, createdAt, isRead } = notification;
  const Icon = icons[level] ?? IconInfoCircle;
  return (
    <>
      <Icon size={20} stroke={1.6} className={classes.icon} data-level={level} aria-label={levelWord[level]?.()} />
      <span className={classes.words}>
        <span className={classes.title}>
          {notificationTitle || m.notification_fallback()}
          {!isRead && (
            <>
              <i className={classes.dot} aria-hidden="true" />
              <VisuallyHidden> {m.notification_is_unread()}</VisuallyHidden>
            </>
          )}
        </span>
        <span className={classes.text}>{notificationText}</span>
        <time className={classes.time} dateTime={createdAt}>
          {stampOf(createdAt)}
        </time>
      </span>
    </>
  );
}

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconCircleX } as const;

const levelWord = {
  info: m.notification_level_info,
  warning: m.notification_level_warning,
  error: m.notification_level_error,
} as const;

/** Formats a time as YYYY-MM-DD HH:mm in the reader's zone. */
function stampOf(at: string): string {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
