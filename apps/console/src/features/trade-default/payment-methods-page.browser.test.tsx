import { QueryClient } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/available-balance';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { PaymentMethodsPage } from './payment-methods-page.tsx';

const fetch = stubbedFetch();
beforeEach(() => {
  fetch.mockImplementation(() => reply({ items: [] }));
});

const show = (isStudy: boolean) => {
  const contract = aContract();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  client.setQueryData(availableBalanceQueries.detail(contract.id).queryKey, { isStudy } as AvailableBalance);
  renderWithRoutes(client, () => <PaymentMethodsPage contractId={contract.id} />);
};

it('says of a study that nothing is owed, and not how to pay', async () => {
  show(true);
  const help = 'This contract is a study of an imported bill. Nothing on it is owed.';
  await expect.element(page.getByText(help, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Bank transfer' })).not.toBeInTheDocument();
});

it('says of any other contract how to pay', async () => {
  show(false);
  await expect.element(page.getByRole('heading', { name: 'Bank transfer' })).toBeVisible();
});
