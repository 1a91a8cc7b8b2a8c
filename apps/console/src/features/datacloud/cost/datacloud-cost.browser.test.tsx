import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { copiedRows } from '../../../testing/copied-rows.ts';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { aDatacloud } from '../datacloud.fixture.ts';
import { DatacloudTable } from '../datacloud-table.tsx';
import { DatacloudTiles } from '../datacloud-tiles.tsx';

const fetch = stubbedFetch();
const contract = aContract({ id: 'ct-aaaaaaaa', commencingOn: '2020-01-01T00:00:00Z' });
const [lake, idle] = [aDatacloud({ id: 'dc-lake', name: 'lake' }), aDatacloud({ id: 'dc-idle', name: 'idle' })];
const ofLake = {
  datacloudID: 'dc-lake',
  datacloudName: 'lake',
  amount: '8815.84',
  amountFormatted: '8815.84',
  // Today's usage is in the amount only.
  compared: {
    amount: '8815.00',
    amountFormatted: '8815.00',
    formerAmount: '8000.00',
    formerAmountFormatted: '8000.00',
    change: '815.84',
    changeFormatted: '815.84',
    changePercent: '10.2',
  },
  share: '100.0',
  steps: ['8000.00', '815.84'],
};
const answer = (totalSize: number) => ({
  items: [ofLake],
  totalSize,
  pageNum: 1,
  pageSize: 999,
  amount: '8815.84',
  amountFormatted: '8815.84',
  comparedDays: {
    now: { start: '2026-10-01T00:00:00Z', end: '2026-10-02T00:00:00Z' },
    before: { start: '2026-09-01T00:00:00Z', end: '2026-09-02T00:00:00Z' },
  },
  steps: ['2026-10-01', '2026-10-02'].map((start) => ({ start, amount: '1', amountFormatted: '1.00' })),
});
beforeEach(() => {
  fetch.mockImplementation(() => reply(answer(1)));
});

afterEach(() => page.viewport(1280, 800));

const dataclouds = [lake, idle];
const changeable = new Set<string>();
const billed = new Map([[contract.id, contract]]);
function show(shown: ReadonlyMap<string, Contract> = billed) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderWithRoutes(client, () => <DatacloudTiles {...{ dataclouds, changeable }} billed={shown} />);
}
const tile = (name: string) => page.getByRole('article', { name });

it('shows the month so far, its change and its days, and leads to the objects of the data cloud', async () => {
  show();
  const cost = tile('lake').getByRole('link', { name: '$8,815.84' });
  await expect.element(cost).toBeVisible();
  const address = decodeURIComponent(cost.element().getAttribute('href') ?? '');
  for (const part of ['dc-lake', 'groupBy=object', 'changed=objectID']) expect(address).toContain(part);
  await expect.element(tile('lake').getByText('10.2% more than Sep 1, 2026')).toBeVisible();
  await expect
    .element(tile('lake').getByRole('img', { name: '$8,000.00 to $815.84, highest $8,000.00' }))
    .toBeVisible();
  await expect.element(tile('idle').getByRole('link', { name: '$0.00' })).toBeVisible();
});

it('asks once for all data clouds of a contract', async () => {
  show();
  await expect.element(tile('idle').getByRole('link', { name: '$0.00' })).toBeVisible();
  expect(fetch).toHaveBeenCalledTimes(1);
  const { searchParams } = new URL(String(fetch.mock.calls[0]?.[0]), 'https://console.example.com');
  expect(searchParams.get('groupBy')).toBe('datacloudID');
  expect(searchParams.get('formerStart')).not.toBeNull();
});

it('keeps its height when the figures arrive', async () => {
  let arrive: (reply: Response) => void = () => undefined;
  fetch.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  show();
  await expect.element(tile('lake').getByText('—')).toBeVisible();
  const before = tile('lake').element().getBoundingClientRect().height;
  arrive(await reply(answer(1)));
  await expect.element(tile('lake').getByRole('link', { name: '$8,815.84' })).toBeVisible();
  expect(tile('lake').element().getBoundingClientRect().height).toBe(before);
});

it('says nothing for sure if not all data clouds are in the answer', async () => {
  fetch.mockImplementation(() => reply(answer(1_500)));
  show();
  await expect.element(tile('lake').getByRole('link', { name: '$8,815.84' })).toBeVisible();
  await expect.element(tile('idle').getByText('—')).toBeVisible();
});

it('shows a dash if the costs cannot be read', async () => {
  fetch.mockImplementation(() => refusal(503, 'USAGE_UNAVAILABLE'));
  show();
  await expect.element(tile('lake').getByText('—')).toBeVisible();
});

it('shows no cost to readers who may not see bills, and asks for none', async () => {
  show(new Map());
  await expect.element(tile('lake')).toBeVisible();
  await expect.element(page.getByText('Cost, month so far')).not.toBeInTheDocument();
  expect(fetch).not.toHaveBeenCalled();
});

it.each([1280, 390])('has the same figures in the table, at the end of the line: %s pixels', async (width) => {
  await page.viewport(width, 800);
  renderWithRoutes(new QueryClient(), () => (
    <DatacloudTable
      {...{ rows: dataclouds, changeable, billed }}
      paging={{ page: 1, size: 10, onPage: () => undefined, onSize: () => undefined }}
    />
  ));
  const row = page.getByRole('row', { name: /lake/ });
  await expect.element(row.getByRole('link', { name: '$8,815.84' })).toBeVisible();
  await expect.element(row.getByText('+10.2%')).toBeVisible();
  const endOf = (locator: ReturnType<typeof row.getByRole>) => locator.element().getBoundingClientRect().right;
  expect(endOf(row.getByRole('link', { name: '$8,815.84' }))).toBeCloseTo(endOf(row.getByRole('img')), 0);
});

it('is copied as a number with its currency', async () => {
  renderWithRoutes(new QueryClient(), () => (
    <DatacloudTable
      {...{ rows: [lake], changeable, billed }}
      paging={{ page: 1, size: 10, onPage: () => undefined, onSize: () => undefined }}
    />
  ));
  await expect.element(page.getByText('+10.2%')).toBeVisible();
  const [head, line] = await copiedRows();
  const copied = Object.fromEntries((head ?? []).map((word, at) => [word, line?.[at]]));
  expect(copied).toMatchObject({ 'Month so far': '8815.84', Currency: 'USD' });
});
