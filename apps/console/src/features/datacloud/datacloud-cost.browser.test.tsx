import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { purchaseQueries } from '../purchase/search/purchase.queries.ts';
import { aDatacloud } from './datacloud.fixture.ts';
import { DatacloudTiles } from './datacloud-tiles.tsx';

const fetch = stubbedFetch();
beforeEach(() => fetch.mockImplementation(() => refusal(503, 'USAGE_UNAVAILABLE')));

const [lake, idle] = [aDatacloud({ id: 'dc-lake', name: 'lake' }), aDatacloud({ id: 'dc-idle', name: 'idle' })];
const query = { groupBy: 'datacloudID', step: 'month', pageSize: 999 } as const;

function show(billed: ReadonlyMap<string, 'USD'>, totalSize?: number) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (totalSize !== undefined)
    client.setQueryData<unknown>(purchaseQueries.groups(lake.contractId, query).queryKey, {
      items: [{ datacloudID: 'dc-lake', amount: '8815.84' }],
      totalSize,
    });
  renderWithRoutes(client, () => <DatacloudTiles dataclouds={[lake, idle]} changeable={new Set()} billed={billed} />);
}
const tile = (name: string) => page.getByRole('article', { name });
const billed = new Map([[lake.contractId, 'USD' as const]]);

it('shows the cost of the month so far, which leads to the objects of the data cloud', async () => {
  show(billed, 1);
  await expect.element(tile('lake').getByText('Cost, month so far')).toBeVisible();
  const cost = tile('lake').getByRole('link', { name: '$8,815.84' });
  await expect.element(cost).toBeVisible();
  expect(decodeURIComponent(cost.element().getAttribute('href') ?? '')).toContain('dc-lake');
  await expect.element(tile('idle').getByRole('link', { name: '$0.00' })).toBeVisible();
});

it('says nothing for sure if not all data clouds are in the answer, or there is none', async () => {
  show(billed, 1_500);
  await expect.element(tile('idle').getByText('—')).toBeVisible();
});

it('shows a dash if the costs cannot be read', async () => {
  show(billed);
  await expect.element(tile('lake').getByText('—')).toBeVisible();
});

it('shows no cost to readers who may not see bills', async () => {
  show(new Map(), 1);
  await expect.element(tile('lake')).toBeVisible();
  await expect.element(page.getByText('Cost, month so far')).not.toBeInTheDocument();
});
