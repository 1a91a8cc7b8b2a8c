import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { aDatacloud } from './datacloud.fixture.ts';
import { DatacloudTiles } from './datacloud-tiles.tsx';

const many = Array.from({ length: 12 }, (_, number) =>
  aDatacloud({ id: `dc-${String(number).padStart(8, '0')}`, name: `lake_${number}` }),
);

it('folded tiles appear with the keyboard focus in place', async () => {
  renderWithRoutes(new QueryClient(), () => (
    <DatacloudTiles dataclouds={many} changeable={new Set()} billed={new Map()} />
  ));
  const all = page.getByRole('button', { name: 'Show all 12' });
  await expect.element(all).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(9);
  await userEvent.click(all);
  await expect.element(page.getByRole('heading', { name: 'lake_9', exact: true })).toHaveFocus();
  expect(page.getByRole('article').elements()).toHaveLength(12);
});

it('counts one data cloud of a contract as one, and several as several', async () => {
  const [first, second] = [`ct-${'a'.repeat(20)}`, `ct-${'b'.repeat(20)}`];
  const dataclouds = many.slice(0, 3).map((each, at) => ({ ...each, contractId: at === 0 ? first : second }));
  renderWithRoutes(new QueryClient(), () => (
    <DatacloudTiles dataclouds={dataclouds} changeable={new Set()} billed={new Map()} />
  ));
  await expect.element(page.getByText('1 data cloud', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2 data clouds', { exact: true })).toBeVisible();
});
