import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as m from '../../i18n/messages.gen.ts';
import { notify } from '../../ui/feedback/notify.tsx';
import { Late, useArrived } from '../../ui/late/late.ts';
import { notificationQueries } from './notification.queries.ts';
import { needNotTell, tellOnce } from './tell-once.ts';

// Most who are told open nothing.
const notificationsDialog = new Late(async () => (await import('./notifications-dialog.late.tsx')).NotificationsDialog);

interface LiveNotificationsProps {
  opened: boolean;
  onClose: () => void;
  onUnread: (count: number) => void;
}

/** Asks what there is to tell, says so once, and shows it in the dialog. */
export function LiveNotifications({ opened, onClose, onUnread }: LiveNotificationsProps) {
  const { data, error, refetch } = useQuery(notificationQueries.all(useQueryClient()));
  useEffect(() => {
    const unread = (data ?? []).filter((each) => !each.isRead);
    onUnread(unread.length);
    // Over the open list a message would only hide what it speaks of.
    if (!opened) tellOnce(unread);
    else if (data) needNotTell();
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
