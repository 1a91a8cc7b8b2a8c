import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { type Notification, notifications } from '@usance/api/contract/notification';
import { call } from '../../api/call.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { newestFirstOf, withoutPassingStates } from './group-notifications.ts';

/**
 * Each contract needs a request of its own: readers with very many get those of the newest contracts, a few at once.
 */
const mostContracts = 50;
const askedAtOnce = 4;

export const notificationQueries = {
  /** The notifications of all the reader's contracts, newest first. */
  all: (queryClient: QueryClient) =>
    queryOptions({
      queryKey: ['notification', 'all'],
      queryFn: async ({ signal }) => {
        try {
          const { items } = await queryClient.ensureQueryData(contractQueries.all());
          return await ofContracts(items.slice(0, mostContracts), signal);
        } catch (error) {
          if (!signal.aborted) console.error('Failed to fetch notifications', error);
          throw error;
        }
      },
      staleTime: 5 * 60_000,
      refetchInterval: 5 * 60_000,
      meta: { ignoreError: true },
    }),
  /** The kinds of notifications that the reader gets by mail. */
  preferences: () =>
    queryOptions({
      queryKey: ['notification', 'preferences'],
      queryFn: ({ signal }) => call(notifications.preferences, { signal }),
      // The card shows a failure.
      meta: { ignoreError: true },
    }),
};

async function ofContracts(contracts: readonly Contract[], signal: AbortSignal): Promise<Notification[]> {
  const waiting = [...contracts];
  const found: Notification[][] = [];
  const askOn = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      found.push(await ofContract(next, signal));
  };
  await Promise.all(Array.from({ length: askedAtOnce }, askOn));
  return newestFirstOf(found);
}

/** A contract whose request fails counts as without notifications. */
async function ofContract({ id, tags, name }: Contract, signal: AbortSignal): Promise<Notification[]> {
  try {
    const reply = await call(notifications.list, { params: { id }, query: {}, signal });
    const ofContract = reply.notifications.map((each) => ({ ...each, contractId: id, contractName: tags || name }));
    return withoutPassingStates(ofContract);
  } catch {
    return [];
  }
}
