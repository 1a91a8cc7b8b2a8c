import { QueryClient } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { aContract } from '../contract.fixture.ts';
import { contractQueries } from '../contract.queries.ts';
import { type ContractSearch, contractSearch } from './contract-search.ts';
import { ContractsPage } from './contracts-page.tsx';

afterEach(async () => {
  sessionStorage.clear();
  await page.viewport(1280, 800);
});

const onUpgrade = vi.fn();
function Page({ first }: { first: Partial<ContractSearch> }) {
  const [search, setSearch] = useState({ ...contractSearch.parse({}), ...first });
  return (
    <ContractsPage
      search={search}
      onSearch={(patch) => setSearch((now) => ({ ...now, ...patch }))}
      onUpgrade={onUpgrade}
    />
  );
}

function show(items: readonly Contract[], first: Partial<ContractSearch> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const told = { items: [...items], pageNum: 1, pageSize: 999, totalSize: items.length };
  client.setQueryData(contractQueries.all().queryKey, told);
  return renderWithRoutes(client, () => <Page first={first} />);
}

const many = Array.from({ length: 300 }, (_, number) =>
  aContract({
    id: `ct-${String(number).padStart(20, '0')}`,
    tags: `Branch ${number}`,
    creator: 'ada@usance.dev',
  }),
);
const tiles = page.getByRole('article');
const rows = page.getByRole('rowheader');
const search = page.getByRole('searchbox', { name: 'Search contracts' });

describe('three hundred contracts', () => {
  it('are folded to a readable page, and unfold with the keyboard focus in place', async () => {
    show(many);
    await expect.element(tiles.first()).toBeVisible();
    expect(tiles.elements()).toHaveLength(24);
    await userEvent.click(page.getByRole('button', { name: 'Show all 300 contracts' }));
    await expect.element(page.getByRole('link', { name: 'Branch 24', exact: true })).toHaveFocus();
    expect(tiles.elements()).toHaveLength(300);
  });

  it('can be searched by their details', async () => {
    show(many);
    await userEvent.fill(search, 'branch 299');
    await expect.element(page.getByRole('article', { name: 'Branch 299' })).toBeVisible();
    expect(tiles.elements()).toHaveLength(1);
    await userEvent.fill(search, 'no such');
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    await expect.element(page.getByRole('article', { name: 'Branch 0' })).toBeVisible();
    await expect.element(search).toHaveValue('');
  });

  it('are table rows with pages and a natural order', async () => {
    show(many, { view: 'table' });
    await expect.element(page.getByText('1–10 of 300')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Contract name/ }));
    await expect.element(rows.nth(2)).toMatchTextContent(/^Branch 2ct-/);
    await userEvent.click(page.getByRole('button', { name: 'Page 2', exact: true }));
    await expect.element(rows.first()).toMatchTextContent(/^Branch 10ct-/);
  });
});

it('keeps the chosen view for the session', async () => {
  show([aContract()]);
  await userEvent.click(page.getByText('Table', { exact: true }));
  await expect.element(rows.first()).toBeVisible();
  expect(sessionStorage.length).toBe(1);
});

it('shows the buyer, the state and the reader’s roles in each row', async () => {
  show([aContract({ state: 'End', serviceType: 'byoc', roles: ['billing_viewer', 'viewer'] })], { view: 'table' });
  const row = page.getByRole('row').nth(1);
  for (const said of ['Northwind', 'Ended', 'Northwind Retail Ltd', 'BYOC', 'USD', 'ada@usance.dev'])
    await expect.element(row).toMatchTextContent(new RegExp(said));
  await expect.element(row).toMatchTextContent(/billing_viewer, viewer/);
  await expect.element(page.getByRole('link', { name: 'Open the billing center of Northwind' })).toBeVisible();
});

it.each([
  ['Draft', 'Draft'],
  ['LegalAudit', 'Legal audit'],
  ['Approved', 'Approved'],
  ['Signing', 'Signing'],
  ['Dropped', 'Dropped'],
  ['End', 'Ended'],
  ['Renewed', 'Renewed'],
  ['Invalid', 'Void'],
] as const)('a contract in state %s shows that, and offers no data cloud', async (state, word) => {
  const permissions = { ...aContract().permissions, canCreateDatacloud: false } as Contract['permissions'];
  show([aContract({ state, ...(permissions && { permissions }) })]);
  await expect.element(tiles.first()).toMatchTextContent(new RegExp(word));
  await expect.element(page.getByRole('link', { name: 'Create data cloud' })).not.toBeInTheDocument();
  const off = page.getByRole('button', { name: 'Create data cloud' });
  await expect.element(off).toBeDisabled();
  await userEvent.hover(off, { force: true });
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(/in an active contract only/);
});

describe('the upgrade to the next billing version', () => {
  it.each(['tiles', 'table'] as const)('is offered if there is one, among %s', async (view) => {
    onUpgrade.mockClear();
    const ready = aContract({ nextBillingVersion: '2026.2' });
    show([ready, aContract({ id: `ct-${'b'.repeat(20)}`, tags: 'Other' })], { view });
    const upgrade = page.getByRole('button', { name: 'Upgrade' });
    await userEvent.click(upgrade);
    expect(upgrade.elements()).toHaveLength(1);
    expect(onUpgrade).toHaveBeenCalledExactlyOnceWith(ready);
  });

  it('is beside the link to the bills on a phone, not over it', async () => {
    await page.viewport(390, 800);
    show([aContract({ nextBillingVersion: '2026.2' })], { view: 'table' });
    const upgrade = page.getByRole('button', { name: 'Upgrade' });
    await expect.element(upgrade).toBeVisible();
    const bills = page
      .getByRole('link', { name: 'Open the billing center of Northwind' })
      .element()
      .getBoundingClientRect();
    expect(upgrade.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bills.bottom);
  });

  it('is disabled for readers who do not administer the contract', async () => {
    const permissions = { ...aContract().permissions, canAdminister: false } as Contract['permissions'];
    show([aContract({ nextBillingVersion: '2026.2', ...(permissions && { permissions }) })]);
    await expect.element(page.getByRole('button', { name: 'Upgrade' })).toBeDisabled();
  });
});

it('invites a reader without a contract to create one', async () => {
  show([]);
  await expect.element(page.getByText('Welcome to Usance')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Create contract' })).toBeVisible();
  await expect.element(search).not.toBeInTheDocument();
});
