import type { Notification } from '@usance/api/contract/notification';

/**
 * Drops account states that were replaced within a minute: of each contract and minute only the newest stays. The
 * list is newest first.
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

/**
 * Merges the notifications of all contracts, newest first. Within an instant their order is fixed, independent of
 * the replies: the contract in the worst state first, then by name.
 */
export function newestFirstOf(lists: readonly (readonly Notification[])[]): Notification[] {
  return lists
    .filter((list) => list.length > 0)
    .toSorted(byStanding)
    .flat()
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}

const gravity = { error: 0, warning: 1, info: 2 } as const;

function byStanding([one]: readonly Notification[], [other]: readonly Notification[]): number {
  if (one === undefined || other === undefined) return 0;
  return (
    gravity[one.level] - gravity[other.level] ||
    one.contractName.localeCompare(other.contractName) ||
    one.contractId.localeCompare(other.contractId)
  );
}

export interface NotificationGroup {
  readonly contractId: string;
  readonly contractName: string;
  readonly notifications: Notification[];
}

/** Groups by contract, the one with the newest notification first. */
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
