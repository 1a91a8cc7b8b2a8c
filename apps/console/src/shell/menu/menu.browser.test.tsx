import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accountQueries } from '../../features/account/account.queries.ts';
import { aContract } from '../../features/contract/contract.fixture.ts';
import { contractQueries } from '../../features/contract/contract.queries.ts';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { Sidebar } from './sidebar.tsx';

const fetch = stubbedFetch();
afterEach(() => localStorage.clear());

/** Shows the sidebar of a contract with an entry of each kind, for an operator or a customer. */
async function show({
  onBlacklist = () => reply(false),
  path = '/c/ct-a',
  acting = false,
  readsBilling = true,
}: Shown = {}) {
  fetch.mockImplementation(() => onBlacklist());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const assumed = acting ? { by: 'operator', gmtExpires: '2999-01-01T00:00:00Z' } : undefined;
  client.setQueryData(accountQueries.whoami().queryKey, {
    ...{ id: 'acc-1', identifier: 'ada@usance.dev', traits: {} },
    ...(assumed && { assumed }),
  });
  const { permissions } = aContract();
  if (permissions)
    client.setQueryData(
      contractQueries.detail('ct-a').queryKey,
      aContract({ id: 'ct-a', permissions: { ...permissions, canReadBilling: readsBilling } }),
    );
  const root = createRootRoute({ component: () => <Sidebar collapsed={false} /> });
  const getParentRoute = () => root;
  const entry = (to: string, label: string, more: object = {}) =>
    createRoute({
      getParentRoute,
      path: to,
      component: Outlet,
      staticData: { menu: 'contract', section: 'contract', label: () => label, ...more },
    });
  const routeTree = root.addChildren([
    entry('/c/$contractId', 'Open to all'),
    entry('/b/$contractId', 'Blacklist only', { auth: 'blacklist', opensTab: true }),
    entry('/s/$contractId', 'Ours only', { auth: 'super' }),
    entry('/r/$contractId', 'Readers of bills', { auth: 'canReadBilling' }),
    entry('/n/$contractId', 'Bills', { menu: 'billing', section: 'billing', auth: 'canReadBilling' }),
    entry('/c/$contractId/bill', 'Bill', { menu: undefined, under: '/n/$contractId' }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('link', { name: /^(Open to all|Bills)$/ }).first()).toBeVisible();
}
interface Shown {
  onBlacklist?: () => Promise<Response>;
  path?: string;
  acting?: boolean;
  readsBilling?: boolean;
}

const forListed = page.getByRole('link', { name: 'Blacklist only' });
const forOurs = page.getByRole('link', { name: 'Ours only' });

it('shows an entry for blacklisted contracts only on those, and opens it in its own tab', async () => {
  await show({ onBlacklist: () => reply(true) });
  await expect.element(forListed).toHaveAttribute('target', '_blank');
  expect(String(fetch.mock.calls[0]?.[0])).toContain('/contract-blacklists/ct-a');
  await expect.element(forOurs).not.toBeInTheDocument();
});

it.each([
  ['is not on it', () => reply(false)],
  ['is not yet known to be on it', () => reply({}, 500)],
])('hides it if the contract %s', async (_which, onBlacklist) => {
  await show({ onBlacklist });
  await expect.poll(() => fetch.mock.calls.length).toBe(1);
  await expect.element(forListed).not.toBeInTheDocument();
});

it('shows operators acting for a customer their own entries', async () => {
  await show({ onBlacklist: () => reply(false), acting: true });
  await expect.element(forOurs).toBeVisible();
});

it.each([true, false])('shows entries of a role only to its holders: %s', async (readsBilling) => {
  await show({ readsBilling });
  await expect.poll(() => page.getByRole('link', { name: 'Readers of bills' }).elements().length).toBe(+readsBilling);
});

it.each(['/c/ct-a', '/n/ct-a'])('is one menu of a contract and its bills: %s', async (path) => {
  await show({ path });
  for (const [list, entry] of [
    ['Billing center', 'Bills'],
    ['Contract', 'Open to all'],
  ] as const)
    await expect
      .element(page.getByRole('list', { name: list }).getByRole('link', { name: entry, exact: true }))
      .toBeVisible();
});

it('shows the menu of the contract if the reader has no role for the bills', async () => {
  await show({ readsBilling: false, path: '/n/ct-a' });
  await expect.element(page.getByRole('link', { name: 'Open to all' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Bills', exact: true })).not.toBeInTheDocument();
});

it('marks the entry that a page elsewhere belongs to', async () => {
  await show({ path: '/c/ct-a/bill' });
  const bills = page.getByRole('link', { name: 'Bills', exact: true });
  await expect.element(bills).toHaveAttribute('aria-current', 'page');
});
