import type { Notification } from '@usance/api/contract/notification';
import { expect, it } from 'vitest';
import { groupsOf, newestFirstOf, withoutPassingStates } from './group-notifications.ts';

const told = (id: string, createdAt: string, contractId = 'ct-aaaa', notificationType = 'account_period') =>
  ({ id, createdAt, contractId, contractName: contractId, notificationType }) as Notification;

it('keeps one state a minute for a contract, the newest', () => {
  const list = [
    told('ntf-4', '2026-10-07T00:01:59Z'),
    told('ntf-3', '2026-10-07T00:01:00Z'),
    told('ntf-2', '2026-10-07T00:01:30Z', 'ct-bbbb'),
    told('ntf-1', '2026-10-07T00:01:10Z', 'ct-aaaa', 'statement_issued'),
    told('ntf-0', '2026-10-07T00:00:59Z'),
  ];
  expect(withoutPassingStates(list).map(({ id }) => id)).toEqual(['ntf-4', 'ntf-2', 'ntf-1', 'ntf-0']);
});

it('groups by contract, the one with the newest notification first', () => {
  const list = [
    told('ntf-3', '2026-10-07T03:00:00Z', 'ct-bbbb'),
    told('ntf-2', '2026-10-07T02:00:00Z'),
    told('ntf-1', '2026-10-07T01:00:00Z', 'ct-bbbb'),
  ];
  const groups = groupsOf(list).map(({ contractId, notifications }) => [contractId, notifications.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['ct-bbbb', ['ntf-3', 'ntf-1']],
    ['ct-aaaa', ['ntf-2']],
  ]);
});

it('orders notifications of the same instant by the worst standing, then by name, in any order of replies', () => {
  const at = '2026-10-07T03:00:00Z';
  const [owing, one, two, later] = [
    [{ ...told('ntf-owing', at, 'ct-zzzz'), level: 'error' as const }],
    [{ ...told('ntf-one', at, 'ct-aaaa'), level: 'info' as const }],
    [{ ...told('ntf-two', at, 'ct-bbbb'), level: 'info' as const }],
    [{ ...told('ntf-later', '2026-10-07T04:00:00Z', 'ct-cccc'), level: 'info' as const }],
  ];
  const expected = ['ntf-later', 'ntf-owing', 'ntf-one', 'ntf-two'];
  for (const lists of [
    [one, two, owing, later],
    [two, owing, later, one],
    [later, owing, two, [], one],
  ])
    expect(newestFirstOf(lists).map(({ id }) => id)).toEqual(expected);
});
