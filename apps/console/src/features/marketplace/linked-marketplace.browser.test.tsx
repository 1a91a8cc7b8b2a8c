import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { LinkedMarketplace } from './linked-marketplace.tsx';

const fetch = stubbedFetch();
const linked = aContract({ marketplace: { state: 'activated', cloudProvider: 'aws' } });

function show(contract: Contract) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderWithRoutes(client, () => (
    <>
      <h1>Overview</h1>
      <LinkedMarketplace contract={contract} />
    </>
  ));
}

it('a linked contract shows its marketplace, the date and the person', async () => {
  fetch.mockImplementation(() =>
    reply({
      state: 'activated',
      cloudProvider: 'aws',
      gmtActivated: '2026-10-15T12:00:00.000Z',
      operator: 'ada@usance.dev',
      accountID: '123456789012',
      instanceID: 'l-0123456789abcdef',
    }),
  );
  show(linked);
  for (const text of [
    'Activated',
    'AWS',
    'Oct 15, 2026, 12:00 UTC',
    'ada@usance.dev',
    '123456789012',
    'l-0123456789abcdef',
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

it('a missing id is left out', async () => {
  fetch.mockImplementation(() =>
    reply({ state: 'activated', cloudProvider: 'aws', accountID: '123456789012', instanceID: '' }),
  );
  show(linked);
  await expect.element(page.getByText('Account ID')).toBeVisible();
  await expect.element(page.getByText('Instance ID')).not.toBeInTheDocument();
});

it.each(['unknown', 'subscribed', 'unsubscribed'] as const)(
  'a contract whose marketplace is %s shows no link, and sends no request',
  async (state) => {
    show(aContract({ marketplace: { state } }));
    await expect.element(page.getByText(/^No marketplace is linked to this contract/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Link a subscription' }))
      .toHaveAttribute('href', '/marketplace');
    expect(fetch).not.toHaveBeenCalled();
  },
);

it('a reader who may not link a contract gets no link to the form', async () => {
  const { permissions } = linked;
  show(aContract({ ...(permissions && { permissions: { ...permissions, canAdminister: false } }) }));
  await expect.element(page.getByText(/^No marketplace is linked to this contract/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Link a subscription' })).not.toBeInTheDocument();
});

it('details that cannot be loaded are left out', async () => {
  fetch.mockImplementation(() => refusal(503, 'UNAVAILABLE'));
  show(linked);
  await expect.element(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Cloud marketplace' })).not.toBeInTheDocument();
});
