import { QueryClient } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/billing/available-balance';
import type { Contract } from '@usance/api/contract/contract';
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

const show = (contract: Contract, balance: AvailableBalance) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  client.setQueryData(availableBalanceQueries.detail(contract.id).queryKey, balance);
  renderWithRoutes(client, () => (
    <BillingOverviewPage contractId={contract.id} search={billingOverviewSearch.parse({})} onChange={() => undefined} />
  ));
};

it('shows no debt in the overview of a study', async () => {
  const balance = { isStudy: true, currency: 'USD', asOf: '2026-11-22T16:00:00Z', usageThrough: null };
  const study = { ...balance, details: { unbilled: '4.00' } } as AvailableBalance;
  show(aContract({ state: 'End' }), study);
  await expect.element(page.getByText(/You owe nothing on it\./)).toBeVisible();
  await expect.element(page.getByText(/what you owe/)).not.toBeInTheDocument();
});

const owing = (undeductedOverDue: string) =>
  ({
    isStudy: false,
    currency: 'USD',
    availableBalance: '50.00',
    state: { summary: 'normal' },
    details: {
      bankBalance: '0',
      voucher: '70',
      frozen: '0',
      unbilled: '0',
      carriedCredit: '0',
      undeductedDue: '0',
      undeductedOverDue,
    },
    asOf: '2026-11-22T16:00:00Z',
    usageThrough: null,
  }) as AvailableBalance;

it('links to the payment page if money is owed', async () => {
  const contract = aContract();
  show(contract, owing('20.00'));
  const link = page.getByRole('link', { name: 'How to pay' });
  await expect.element(link).toHaveAttribute('href', `/contracts/${contract.id}/payment-methods`);
});

it('offers no payment if no money is owed', async () => {
  show(aContract(), owing('0'));
  await expect.element(page.getByText('Available balance', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'How to pay' })).not.toBeInTheDocument();
});
