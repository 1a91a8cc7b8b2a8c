import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { aDatacloud } from './datacloud.fixture.ts';
import { datacloudQueries } from './datacloud.queries.ts';
import { DatacloudList } from './datacloud-list.late.tsx';
import { datacloudSearch } from './datacloud-search.ts';

const fetch = stubbedFetch();
const costs = { items: [], totalSize: 0, pageNum: 1, pageSize: 999, amount: '0', amountFormatted: '0.00', steps: [] };
beforeEach(() => {
  fetch.mockImplementation(() => reply(costs));
});

const { permissions } = aContract();
const readingCosts = (canReadCosts: boolean, id = aContract().id) =>
  aContract({ id, ...(permissions && { permissions: { ...permissions, canReadBilling: false, canReadCosts } }) });

function show(contracts: ReturnType<typeof aContract>[]) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const items = contracts.map(({ id }, at) => aDatacloud({ id: `dc-${at}`, name: `lake ${at}`, contractId: id }));
  client.setQueryData(datacloudQueries.all().queryKey, { items, pageNum: 1, pageSize: 999, totalSize: items.length });
  renderWithRoutes(client, () => (
    <DatacloudList contracts={contracts} search={datacloudSearch.parse({})} onSearch={() => undefined} create={null} />
  ));
}
const why = page.getByText('Costs are shown once an admin of the contract shares them.');

it('says who can share the costs if no contract shows any', async () => {
  show([readingCosts(false)]);
  await expect.element(why).toBeVisible();
});

it('says nothing of sharing if the costs of any contract are shown', async () => {
  show([readingCosts(false), readingCosts(true, `ct-${'b'.repeat(20)}`)]);
  await expect.element(page.getByRole('article').first()).toBeVisible();
  await expect.element(why).not.toBeInTheDocument();
});

it('says that costs could not be loaded, which a dash does not, and loads them again', async () => {
  fetch.mockImplementation(() => refusal(503, 'USAGE_UNAVAILABLE'));
  show([readingCosts(true), readingCosts(true, `ct-${'b'.repeat(20)}`)]);
  const failure = page.getByRole('alert');
  await expect.element(failure.getByText('Costs could not be loaded')).toBeVisible();
  fetch.mockImplementation(() => reply(costs));
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('link', { name: '$0.00' }).last()).toBeVisible();
  expect(page.getByRole('link', { name: '$0.00' }).elements()).toHaveLength(2);
  await expect.element(failure).not.toBeInTheDocument();
});
