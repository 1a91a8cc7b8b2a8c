import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { PurchaseChange } from '@usance/api/billing/purchase/purchase-change';
import type { Contract } from '@usance/api/contract/contract';
import { withFormatted } from '@usance/money/display';
import { instant } from '@usance/period/instant';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { copiedRows } from '../../../testing/copied-rows.ts';
import { render } from '../../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import type { ChangePurchaseSearch } from '../search/purchase-search.ts';
import { purchaseSearch } from '../search/purchase-search.ts';
import { WhatChanged } from './what-changed.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1280, 800));

const none = {
  formerAmount: '0',
  amount: '0',
  difference: '0',
  usage: '0',
  price: '0',
  discount: '0',
  new: '0',
  gone: '0',
};
const change = (given: Partial<typeof none>): PurchaseChange => withFormatted({ ...none, ...given }, 'USD');
const october = { start: '2026-10-01T00:00:00Z', end: '2026-10-27T00:00:00Z' };
const november = { start: '2026-11-01T00:00:00Z', end: '2026-11-27T00:00:00Z' };
const total = change({
  formerAmount: '187',
  amount: '365',
  difference: '178',
  usage: '90',
  price: '135',
  discount: '-45',
  new: '5',
  gone: '-7',
});
const items = [{ key: 'dc-lake', name: 'lake', ...total }];
const changes = { by: 'datacloudID', former: october, later: november, total, items, others: change({}) };

function show(onDrill: ChangePurchaseSearch = () => undefined, onChange: ChangePurchaseSearch = () => undefined) {
  const rangeOf = ({ start, end }: typeof october) => ({ start: instant(start), end: instant(end) });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <WhatChanged
        contract={{ id: 'ct-aaaaaaaaaaaa', currency: 'USD', billingZone: 'UTC' } as Contract}
        search={purchaseSearch.parse({})}
        compared={{ now: rangeOf(november), before: rangeOf(october) }}
        onChange={onChange}
        onDrill={onDrill}
      />
    </QueryClientProvider>,
  );
}

it('leads from the amount before to the amount now, cause by cause', async () => {
  fetch.mockImplementation(() => reply(changes));
  show();
  const bridge = page.getByRole('table', { name: 'What changed' });
  await expect.element(bridge).toBeVisible();
  const rows = bridge.getByRole('row').elements().slice(1);
  expect(rows.map((row) => [...row.children].slice(0, 2).map((cell) => cell.textContent))).toEqual([
    ['Oct 1 – 26, 2026', '$187.00'],
    ['Usage', '+$90.00'],
    ['Price', '+$135.00'],
    ['Discounts and tiers', '−$45.00'],
    ['New', '+$5.00'],
    ['Gone', '−$7.00'],
    ['Nov 1 – 26, 2026', '$365.00'],
  ]);
  const asked = new URL(String(fetch.mock.calls[0]?.[0]), location.href).searchParams;
  expect(asked.get('formerStart')).toBe(String(Date.parse(october.start)));
});

it('leaves out causes that changed nothing', async () => {
  fetch.mockImplementation(() => reply({ ...changes, total: change({ amount: '5', difference: '5', new: '5' }) }));
  show();
  await expect.element(page.getByRole('rowheader', { name: 'New' })).toBeVisible();
  await expect.element(page.getByRole('rowheader', { name: 'Usage' })).not.toBeInTheDocument();
});

it('narrows the page to a group, and asks for another grouping', async () => {
  fetch.mockImplementation(() => reply(changes));
  const [onDrill, onChange] = [vi.fn(), vi.fn()];
  show(onDrill, onChange);
  await userEvent.click(page.getByRole('button', { name: 'lake' }));
  expect(onDrill).toHaveBeenCalledWith({ datacloudID: ['dc-lake'] });
  await userEvent.click(page.getByText('Object', { exact: true }));
  expect(onChange).toHaveBeenCalledWith({ changed: 'objectID' });
});

it('says what the total has beside the shown groups', async () => {
  fetch.mockImplementation(() => reply({ ...changes, others: change({ amount: '3', difference: '3', new: '3' }) }));
  show();
  await expect.element(page.getByText('Total, including others $3.00')).toBeVisible();
});

it('offers to try again if the changes cannot be loaded', async () => {
  fetch.mockImplementation(() => refusal(503, 'USAGE_UNAVAILABLE'));
  show();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('tells objects of the same name apart', async () => {
  const tables = ['db-1', 'db-2'].map((key) => ({ key, name: 'tables', ...total }));
  fetch.mockImplementation(() => reply({ ...changes, by: 'objectID', items: tables }));
  show();
  await expect.element(page.getByRole('button', { name: 'tables db-2' })).toBeVisible();
});

it('is copied with the names of the screen', async () => {
  fetch.mockImplementation(() => reply(changes));
  show();
  await expect.element(page.getByRole('button', { name: 'lake' })).toBeVisible();
  const [, lake] = await copiedRows();
  expect(lake?.slice(0, 2)).toEqual(['lake', '178']);
});

it('shows on a phone by what the rows are sorted, each figure with its word', async () => {
  await page.viewport(390, 844);
  fetch.mockImplementation(() => reply(changes));
  show();
  const row = page.getByRole('row', { name: /lake/ });
  await expect.element(row.getByRole('cell', { name: 'Now $365.00' })).toBeVisible();
  const price = row.getByRole('cell', { name: 'Price +$135.00' });
  await expect.element(price).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Price' }));
  await expect.element(price).toBeVisible();
});
