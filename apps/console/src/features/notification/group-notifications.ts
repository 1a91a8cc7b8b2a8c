import type { Notification } from '@usance/api/notification';

/**
 * Leaves out the states of an account that were over within the minute in which they were told: of each minute of a contract
 * the newest state stands. The list has the newest first.
 */
export function withoutPassingStates(newestFirst: readonly Notification[]): Notification[] {
  const told = new Set<string>();
  return newestFirst.filter(({ notificationType, contractId, createdAt }) => {
    if (notificationType !== 'account_period') return true;
    const minute = `${contractId} ${createdAt.slice(0, 16)}`;
    if (told.has(minute)) return false;
    told.add(minute);
    return true;
  });
}

export interface NotificationGroup {
  readonly contractId: string;
  readonly contractName: string;
  readonly notifications: Notification[];
}

/** By contract, the one with the newest notification first. */
export function groupsOf(newestFirst: readonly Notification[]): NotificationGroup[] {
  const groups = new Map<string, NotificationGroup>();
  for (const each of newestFirst) {
    const { contractId, contractName } = each;
    const group = groups.get(contractId) ?? { contractId, contractName, notifications: [] };
    group.notifications.push(each);
    groups.set(contractId, group);
  }
  return [...groups.values()];
}
