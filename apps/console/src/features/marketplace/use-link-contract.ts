import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { marketplaces } from '@usance/api/marketplace/marketplace';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import * as m from '../../i18n/messages.gen.ts';
import type { MarketplaceCloud } from './marketplace-search.ts';

interface Linking {
  token: string;
  cloudProvider: MarketplaceCloud;
  contract: Contract;
  idempotencyKey: string;
}

/** Links a contract; returns the failure, if any. */
export function useLinkContract(onLinked: (contract: Contract) => void) {
  const queryClient = useQueryClient();
  const link = useMutation({
    mutationFn: ({ token, cloudProvider, contract: { id }, idempotencyKey }: Linking) =>
      call(marketplaces.activate, { params: { id }, body: { token, cloudProvider }, idempotencyKey }),
    meta: { ignoreError: true },
    onSuccess: (_linked, { contract }) => {
      for (const stale of ['contract', 'marketplace']) void queryClient.invalidateQueries({ queryKey: [stale] });
      onLinked(contract);
    },
  });
  return { link, tooSoon: isTooSoon(link.error) ? m.marketplace_too_soon() : undefined };
}

const isTooSoon = (error: Error | null) => error instanceof ApiError && error.reason === 'NOT_IMPLEMENTED';
