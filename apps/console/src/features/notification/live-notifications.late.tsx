import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { Late, useArrived } from '../../ui/late/late.ts';
import { notificationQueries } from './notification.queries.ts';
import { dismissNotice, notifyOnce } from './notify-once.ts';

// Most readers do not open the list.
const notificationsDialog = new Late(async () => (await import('./notifications-dialog.late.tsx')).NotificationsDialog);

interface LiveNotificationsProps {
  opened: boolean;
  onClose: () => void;
  onUnread: (count: number) => void;
}

/** Loads the notifications, announces them once, and shows them in the dialog. */
export function LiveNotifications({ opened, onClose, onUnread }: LiveNotificationsProps) {
  const { data, error, refetch } = useQuery(notificationQueries.all(useQueryClient()));
  useEffect(() => {
    const unread = (data ?? []).filter((each) => !each.isRead);
    onUnread(unread.length);
    // A message over the open list would hide what it refers to.
    if (!opened) notifyOnce(unread);
    else if (data) dismissNotice();
  }, [data, onUnread, opened]);
  const NotificationsDialog = useArrived(notificationsDialog);
  useEffect(() => {
    if (!opened) return;
    notificationsDialog.bring().catch(() => {
      onClose();
      notify.error(m.ui_no_reply());
    });
  }, [opened, onClose]);
  if (!NotificationsDialog) return null;
  return (
    <NotificationsDialog
      notifications={data}
      error={data ? null : error}
      onRetry={() => void refetch()}
      opened={opened}
      onClose={onClose}
    />
  );
}
