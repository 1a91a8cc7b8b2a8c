import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notificationQueries } from './notification.queries.ts';
import { NotificationsDialog } from './notifications-dialog.tsx';
import { tellOnce } from './tell-once.ts';

interface LiveNotificationsProps {
  accountId: string;
  opened: boolean;
  onClose: () => void;
  onUnread: (count: number) => void;
}

/** Asks what there is to tell, says so once, and shows it in the dialog. */
export function LiveNotifications({ accountId, opened, onClose, onUnread }: LiveNotificationsProps) {
  const { data, error, refetch } = useQuery(notificationQueries.all(useQueryClient()));
  useEffect(() => {
    const unread = (data ?? []).filter((each) => !each.isRead);
    onUnread(unread.length);
    tellOnce(accountId, unread);
  }, [data, accountId, onUnread]);
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
