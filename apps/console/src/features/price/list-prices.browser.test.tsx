import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { ListPrices } from './list-prices.late.tsx';

const fetch = stubbedFetch();
const item = {
  skuId: 'sku-aaaaaaaa',
  product: 'Compute',
  type: 'Warehouse',
  subType: 'm-series',
  billingItem: 'compute.m-series',
  tier: '',
  currency: 'USD',
  listPrice: '0.18000000',
  listPriceFormatted: '$0.18000000',
  priceUnit: 'core-hour',
};
const show = (items: readonly object[]) => {
  fetch.mockImplementation(() => reply({ items }));
  const place = { regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;
  renderWithRoutes(new QueryClient(), () => <ListPrices contractId="ct-aaaaaaaa" place={place} />);
};

it('shows what each unit costs, without zeros that say nothing', async () => {
  show([item, { ...item, skuId: 'sku-bbbbbbbb', listPrice: '0.00012500', listPriceFormatted: '$0.00012500' }]);
  await expect.element(page.getByText('$0.18 / core-hour')).toBeVisible();
  await expect.element(page.getByText('$0.000125 / core-hour')).toBeVisible();
});

it('says that a region has no prices yet', async () => {
  show([]);
  await expect.element(page.getByText('No prices')).toBeVisible();
});
