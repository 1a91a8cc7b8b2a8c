import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { expect, it, vi } from 'vitest';
import { availableBalanceQueries } from '../../available-balance/available-balance.queries.ts';
import { firstInService } from './first-in-service.ts';

const contractOf = (id: string, permissions: object = {}) =>
  ({ id, permissions: { canCreateDatacloud: true, canReadBilling: true, ...permissions } }) as Contract;

/** A client with the account states of these contracts; others cannot be loaded. */
function clientWhere(periods: Readonly<Record<string, string>>): QueryClient {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  for (const [id, summary] of Object.entries(periods)) {
    client.setQueryData(availableBalanceQueries.detail(id).queryKey, { state: { summary } } as never);
  }
  return client;
}

const contracts = [contractOf('ct-a'), contractOf('ct-b'), contractOf('ct-c')];

it.each([
  ['the first, whose account is overdrawn and no more', { 'ct-a': 'overdraft' }, 'ct-a'],
  ['the first that still runs', { 'ct-a': 'suspensionPeriod', 'ct-b': 'extensionPeriod' }, 'ct-b'],
  ['the first, of which nothing can be read', { 'ct-b': 'normal' }, 'ct-a'],
  [
    'the first where all are suspended: the server says why not',
    { 'ct-a': 'suspensionPeriod', 'ct-b': 'backupPeriod', 'ct-c': 'destructionPeriod' },
    'ct-a',
  ],
] as const)('a data cloud is made in %s', async (_which, periods, first) => {
  expect(await firstInService(clientWhere(periods), contracts)).toBe(first);
});

it('skips contracts in which the reader may not create one, and loads no balance that they may not see', async () => {
  const client = clientWhere({});
  const asked = vi.spyOn(client, 'ensureQueryData');
  const mine = [
    contractOf('ct-a', { canCreateDatacloud: false }),
    contractOf('ct-b', { canReadBilling: false }),
    contractOf('ct-c'),
  ];
  expect(await firstInService(client, mine)).toBe('ct-b');
  expect(asked).not.toHaveBeenCalled();
});
