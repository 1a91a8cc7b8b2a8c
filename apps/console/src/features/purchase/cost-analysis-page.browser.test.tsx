import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { withFormatted } from '@usance/money/display';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { CostAnalysisPage } from './cost-analysis-page.tsx';
import { type PurchaseSearch, purchaseSearch } from './search/purchase-search.ts';

const fetch = stubbedFetch();
const sum = { amount: '12.5', amountFormatted: '12.50' };
const lake = { product: 'Compute', ...sum, share: '100.0', steps: ['12.5'] };
const groups = {
  ...{ items: [lake], totalSize: 1, pageNum: 1, pageSize: 20, ...sum },
  steps: [{ start: '2026-11-01', ...sum }],
};
const days = { items: [{ day: '2026-11-01', ...sum, accAmount: '12.5', accAmountFormatted: '12.50' }] };
const noValues = { products: [], types: [], subTypes: [], internalPriceNames: [], regions: [], editions: [] };

const none = { usage: '0', price: '0', discount: '0', new: '0', gone: '0' };
const change = withFormatted({ ...none, formerAmount: '1', amount: '12.5', difference: '11.5', usage: '11.5' }, 'USD');
const span = { start: '2026-10-01T00:00:00Z', end: '2026-10-02T00:00:00Z' };
const changed = {
  ...{ by: 'datacloudID', former: span, later: span, total: change, others: change },
  items: [{ key: 'dc-lake', name: 'lake', ...change }],
};

/** The server's answers to a reader of costs alone. */
function answer(url: string): Promise<Response> {
  const { pathname } = new URL(url, 'https://console.example.com');
  if (pathname.endsWith('/purchases/freshness')) return reply({ asOf: now, usageThrough: now });
  if (pathname.endsWith('/purchases/groups')) return reply(groups);
  if (pathname.endsWith('/purchases/daily-acc')) return reply(days);
  if (pathname.endsWith('/purchases/distinct-fields')) return reply({ ...noValues, dataclouds: [], tags: [] });
  if (pathname.endsWith('/purchases/changes')) return reply(changed);
  return pathname.includes('/purchases') ? reply({ items: [] }) : refusal(403, 'NO_PERMISSION');
}
const now = new Date().toISOString();

function show(
  canReadBilling: boolean,
  said: Partial<PurchaseSearch> = { compare: 'off' },
  since?: string,
  onChange = vi.fn(),
) {
  fetch.mockImplementation((url) => answer(String(url)));
  const { permissions } = aContract();
  const contract: Contract = aContract({
    ...(permissions && { permissions: { ...permissions, canReadBilling } }),
    ...(since !== undefined && { commencingOn: since }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  const search = purchaseSearch.parse(said);
  renderWithRoutes(client, () => (
    <Suspense>
      <CostAnalysisPage contractId={contract.id} search={search} asked={search} onChange={onChange} />
    </Suspense>
  ));
}
const download = page.getByRole('button', { name: 'Download CSV' });
const focusExport = page.getByRole('button', { name: 'Export FOCUS' });

it('shows a reader of costs alone the whole page, and asks for rated usage only', async () => {
  show(false);
  await expect.element(page.getByText('$12.50').first()).toBeVisible();
  await expect.element(page.getByText(/Usage through/)).toBeVisible();
  await expect.element(download).toBeVisible();
  await expect.element(focusExport).not.toBeInTheDocument();
  const asked = fetch.mock.calls.map(([url]) => new URL(String(url), 'https://console.example.com').pathname);
  expect(asked.filter((path) => !path.includes('/purchases/'))).toEqual([]);
});

it('offers the export of statements to a reader of bills', async () => {
  show(true);
  await expect.element(download).toBeVisible();
  await expect.element(focusExport).toBeVisible();
});

const today = now.slice(0, 10);
const changes = page.getByRole('region', { name: 'What changed' });

it('says that a part of today is compared with nothing, and leads to the last month with the same filters', async () => {
  show(false, { range: `${today}..`, region: ['us-east-1'] }, '2024-01-01T00:00:00Z');
  await expect
    .element(changes.getByText(/No day of this period is complete yet, so nothing can be compared\./))
    .toBeVisible();
  const lastMonth = changes.getByRole('link', { name: 'Show last month' });
  await expect.element(lastMonth).toHaveAttribute('href', expect.stringContaining('range=last-month'));
  await expect.element(lastMonth).toHaveAttribute('href', expect.stringContaining('us-east-1'));
  await expect.element(page.getByText('The period before')).not.toBeInTheDocument();
});

it('says where usage begins if there is none before the range', async () => {
  show(false, { range: 'last-12-months' }, '2026-10-15T12:00:00Z');
  await expect.element(changes.getByText('There is no usage before Oct 15, 2026.')).toBeVisible();
});

it('leaves the changes out if the reader wants no comparison', async () => {
  show(false);
  await expect.element(download).toBeVisible();
  await expect.element(changes).not.toBeInTheDocument();
});

it('keeps the reader at the changes of a chosen data cloud, by object', async () => {
  const onChange = vi.fn();
  show(false, { range: 'last-month' }, '2024-01-01T00:00:00Z', onChange);
  await userEvent.click(changes.getByRole('button', { name: 'lake' }));
  expect(onChange).toHaveBeenCalledWith(expect.objectContaining({ datacloudID: ['dc-lake'], changed: 'objectID' }));
  expect(document.activeElement?.contains(changes.element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});
