import { QueryClient } from '@tanstack/react-query';
import type { Identity } from '@usance/api/people/account';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSessionExpired, resetInvalidSession } from '../../api/session-state.ts';
import { accountQueries } from './account.queries.ts';

const body = { code: 401, reason: 'INVALID_SESSION', message: 'Please sign in.', metadata: {}, requestId: 'req-1' };
beforeEach(() => vi.stubGlobal('fetch', async () => Response.json(body, { status: 401 })));
afterEach(() => {
  vi.unstubAllGlobals();
  resetInvalidSession();
});

it('does not report an expired session to a signed-out reader, however often it is asked', async () => {
  // The public pages forget a cached answer if the reader takes long between two of them.
  for (const _ of [1, 2, 3, 4, 5]) expect(await new QueryClient().ensureQueryData(accountQueries.whoami())).toBeNull();
  expect(isSessionExpired()).toBe(false);
});

it('reports an expired session if the reader was signed in', async () => {
  const ada: Identity = { id: 'acc-a', identifier: 'ada@example.com', traits: {} };
  const client = new QueryClient();
  const { queryKey } = accountQueries.whoami();
  for (const _ of [1, 2, 3, 4]) {
    client.setQueryData(queryKey, ada);
    expect(await client.fetchQuery({ ...accountQueries.whoami(), staleTime: 0 })).toBeNull();
  }
  expect(isSessionExpired()).toBe(true);
});
