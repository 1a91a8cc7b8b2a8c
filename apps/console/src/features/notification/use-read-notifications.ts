import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Notification, notifications } from '@usance/api/contract/notification';
import { call } from '../../api/call.ts';
import { notificationQueries } from './notification.queries.ts';

/** The most that one call can mark. */
const atOnce = 100;

/** Marks notifications as read, on the screen at once; a failure shows at the next load. */
export function useReadNotifications(): (read: readonly Notification[]) => void {
  const queryClient = useQueryClient();
  const query = notificationQueries.all(queryClient);
  const { mutate } = useMutation({
    mutationFn: async (read: readonly Notification[]) => {
      for (const { contractId, ids } of groupedByContract(read))
        await call(notifications.read, { params: { id: contractId }, body: { ids } });
    },
    meta: { ignoreError: true },
    onMutate: async (read) => {
      await queryClient.cancelQueries(query);
      const ids = new Set(read.map((each) => each.id));
      queryClient.setQueryData(query.queryKey, (known) =>
        known?.map((each) => (ids.has(each.id) ? { ...each, isRead: true } : each)),
      );
    },
    onError: () => queryClient.invalidateQueries(query),
  });
  return (read) => {
    const unread = read.filter((each) => !each.isRead);
    if (unread.length > 0) mutate(unread);
  };
}

function groupedByContract(read: readonly Notification[]): { contractId: string; ids: string[] }[] {
  const calls: { contractId: string; ids: string[] }[] = [];
  for (const { contractId, id } of read) {
    const open = calls.find((each) => each.contractId === contractId && each.ids.length < atOnce);
    if (open) open.ids.push(id);
    else calls.push({ contractId, ids: [id] });
  }
  return calls;
}
