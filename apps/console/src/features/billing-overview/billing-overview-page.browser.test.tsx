import { QueryClient } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/available-balance';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { BillingOverviewPage } from './billing-overview-page.tsx';
import { billingOverviewSearch } from './billing-overview-search.ts';

const fetch = stubbedFetch();
beforeEach(() => {
  fetch.mockImplementation(() => reply({ items: [], pageNum: 1, pageSize: 10, totalSize: 0 }));
});

it('leads the overview of a study with no word of what is owed', async () => {
  const contract = aContract({ state: 'End' });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  const balance = { isStudy: true, currency: 'USD', asOf: '2026-11-22T16:00:00Z', usageThrough: null };
  const study = { ...balance, details: { unbilled: '4.00' } } as AvailableBalance;
  client.setQueryData(availableBalanceQueries.detail(contract.id).queryKey, study);
  renderWithRoutes(client, () => (
    <BillingOverviewPage contractId={contract.id} search={billingOverviewSearch.parse({})} onChange={() => undefined} />
  ));
  await expect.element(page.getByText(/Nothing on it is owed\./)).toBeVisible();
  await expect.element(page.getByText(/what you owe/)).not.toBeInTheDocument();
});
