import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { ContractDatacloudsPage } from './contract-dataclouds-page.tsx';
import { datacloudQueries } from './datacloud.queries.ts';

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
