import type { QueryClient } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
import { availableBalanceQueries } from '../../available-balance/available-balance.queries.ts';

const suspended: ReadonlySet<AvailableBalance['state']['summary']> = new Set([
  'suspensionPeriod',
  'backupPeriod',
  'destructionPeriod',
]);

/**
 * Returns the contract to begin with: the first in which the reader may create a data cloud and whose account is not
 * suspended, since the server would refuse that. Loads balances only if there is a choice; an unreadable one counts
 * as in service.
 */
export async function firstInService(
  queryClient: QueryClient,
  contracts: readonly Contract[],
): Promise<string | undefined> {
  const allowed = contracts.filter(({ permissions }) => permissions?.canCreateDatacloud);
  if (allowed.length < 2) return allowed[0]?.id;
  for (const { id, permissions } of allowed) {
    const balance = permissions?.canReadBilling
      ? await queryClient.ensureQueryData(availableBalanceQueries.detail(id)).catch(() => undefined)
      : undefined;
    if (balance === undefined || !suspended.has(balance.state.summary)) return id;
  }
  return allowed[0]?.id;
}
