import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { ContractDatacloudsPage } from './contract-dataclouds-page.tsx';
import { aDatacloud } from './datacloud.fixture.ts';
import { datacloudQueries } from './datacloud.queries.ts';

const fetch = stubbedFetch();

it.each([
  ['Active', 'No data cloud yet'],
  ['Renewed', 'This contract was renewed. Its data clouds moved to the contract that renewed it.'],
  ['End', 'Data clouds can be created in an active contract only.'],
] as const)('shows why a contract has no data cloud: %s', async (state, why) => {
  const contract = aContract({ state });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  client.setQueryData(datacloudQueries.ofContract(contract.id).queryKey, {
    items: [],
    pageNum: 1,
    pageSize: 10,
    totalSize: 0,
  });
  renderWithRoutes(client, () => <ContractDatacloudsPage contractId={contract.id} find="" onFind={() => undefined} />);
  await expect.element(page.getByText(why, { exact: true })).toBeVisible();
});

it.each([true, false])(
  'shows the costs to a reader of costs without bills, and tells anybody else who shares them: %s',
  async (canReadCosts) => {
    fetch.mockImplementation(() =>
      reply({ items: [], totalSize: 0, pageNum: 1, pageSize: 999, amount: '0', amountFormatted: '0.00', steps: [] }),
    );
    const { permissions } = aContract();
    const contract = aContract({
      ...(permissions && { permissions: { ...permissions, canReadBilling: false, canReadCosts } }),
    });
    const lake = aDatacloud({ name: 'lake', contractId: contract.id });
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
    client.setQueryData(datacloudQueries.ofContract(contract.id).queryKey, {
      ...{ items: [lake], pageNum: 1, pageSize: 10, totalSize: 1 },
    });
    renderWithRoutes(client, () => (
      <ContractDatacloudsPage contractId={contract.id} find="" onFind={() => undefined} />
    ));
    const row = page.getByRole('row', { name: /lake/ });
    await expect.element(row).toBeVisible();
    const cost = row.getByRole('link', { name: '$0.00' });
    if (canReadCosts) await expect.element(cost).toBeVisible();
    else await expect.element(cost).not.toBeInTheDocument();
    const why = page.getByText('Costs are shown once an admin of the contract shares them.');
    if (canReadCosts) await expect.element(why).not.toBeInTheDocument();
    else await expect.element(why).toBeVisible();
  },
);
