import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { CostView } from '@usance/api/billing/cost-view';
import { instant } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { scriptedServer } from '../../../testing/scripted-server.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { type PurchaseSearch, purchaseSearch } from '../search/purchase-search.ts';
import { ViewsMenu } from './views-menu.tsx';

const { replies, asked } = scriptedServer(2);
afterEach(() => notifications.clean());

const contract = aContract();
const [reading, saving] = [`GET ${contract.id}/cost-views?pageSize=1000`, `POST ${contract.id}/cost-views`];
const changing = 'PUT cost-views/view-aaaa';
const [choosing, deleting] = ['PUT view-aaaa/mail', 'DELETE cost-views/view-aaaa'];
const now = instant('2026-11-21T05:17:00Z');
const aView = (said: Partial<CostView> = {}): CostView => ({
  id: 'view-aaaa',
  contractId: contract.id,
  name: 'Search team',
  analysis: {
    ...{ range: 'last-month', compare: 'previous', groupBy: 'region', includeZeroAmount: true },
    filter: { tag: ['team=search'] },
  },
  shared: false,
  isMine: true,
  maker: 'me@example.com',
  mayChange: true,
  mail: 'none',
  gmtCreated: '2026-10-01T00:00:00Z',
  ...said,
});
const listed = (...items: CostView[]) =>
  replies.set(reading, [[200, { items, pageNum: 1, pageSize: 1_000, totalSize: items.length }]]);
const sent = (to: string) => asked.filter((each) => each.to === to).map(({ body }) => body);

let shown: PurchaseSearch;
function show(address: Partial<PurchaseSearch> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  function Page() {
    const [search, setSearch] = useState(purchaseSearch.parse(address));
    shown = search;
    const period = purchasePeriodOf(search, { zone: 'UTC', since: instant('2024-01-01T00:00:00Z'), through: now }, now);
    return (
      <ViewsMenu
        contract={contract}
        search={search}
        period={period}
        onChange={(patch) => setSearch({ ...search, ...patch })}
      />
    );
  }
  render([
    <Notifications key="messages" limit={1} />,
    <QueryClientProvider key="page" client={client}>
      <Page />
    </QueryClientProvider>,
  ]);
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = page.getByRole('dialog', { name: 'Views' });

it('invites to save the first view, and saves what the page shows', async () => {
  listed();
  replies.set(saving, [[200, aView({ name: 'AWS' })]]);
  show({ cloud: ['aws'], groupBy: 'tag:team', range: 'last-3-months' });
  await button('Views').click();
  await expect.element(panel.getByText(/Save what you look at often/)).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Save view…' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toBeInvalid();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'AWS');
  await dialog.getByRole('checkbox', { name: 'Share with everyone who can see these costs' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('The view is saved')).toBeVisible();
  expect(sent(saving)).toEqual([
    {
      name: 'AWS',
      shared: true,
      analysis: {
        ...{ range: 'last-3-months', compare: 'previous', groupBy: 'tag', tagKey: 'team', includeZeroAmount: true },
        filter: { cloudProvider: ['aws'] },
      },
    },
  ]);
  expect(shown.saved).toBe('view-aaaa');
});

it('opens a view of mine or of others, from the keyboard', async () => {
  listed(aView(), aView({ id: 'view-bbbb', name: 'All', isMine: false, maker: 'you@example.com', mayChange: false }));
  show({ product: ['Compute'], nonzero: true });
  await button('Views').click();
  await expect.element(panel.getByRole('region', { name: 'My views' })).toBeVisible();
  const shared = panel.getByRole('region', { name: 'Shared views' });
  await expect.element(shared.getByRole('button', { name: /All.*you@example.com/ })).toBeVisible();
  await expect.element(panel.getByRole('button', { name: 'Search team' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Search team')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  expect(shown).toMatchObject({ saved: 'view-aaaa', range: 'last-month', groupBy: 'region', tag: ['team=search'] });
  expect(shown).toMatchObject({ product: undefined, nonzero: false });
});

it('says that the open view was changed, saves the changes or undoes them', async () => {
  listed(aView({ shared: true }));
  replies.set(changing, [[200, aView()]]);
  show({ saved: 'view-aaaa', range: 'last-month', groupBy: 'product', tag: ['team=search'] });
  await button('Search team changed').click();
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await expect.element(page.getByText('The view is saved')).toBeVisible();
  expect(sent(changing)).toEqual([
    { name: 'Search team', shared: true, analysis: { ...aView().analysis, groupBy: 'product' } },
  ]);
  await panel.getByRole('button', { name: 'Undo changes' }).click();
  await expect.element(button('Search team')).toBeVisible();
  expect(shown.groupBy).toBe('region');
});

it('offers the mail to every reader, but changes only to those who may change it', async () => {
  listed(aView({ isMine: false, mayChange: false, shared: true }));
  replies.set(choosing, [[200, aView({ mail: 'monday' })]]);
  show({ saved: 'view-aaaa', range: 'this-month' });
  await button('Search team changed').click();
  await expect.element(panel.getByRole('button', { name: 'Copy link' })).toBeVisible();
  for (const name of ['Save changes', 'Rename or share…', 'Delete'])
    await expect.element(panel.getByRole('button', { name })).not.toBeInTheDocument();
  await panel.getByRole('combobox', { name: 'Email me this view' }).click();
  await page.getByRole('option', { name: 'Each Monday' }).click();
  await expect.element(page.getByText('Your choice is saved')).toBeVisible();
  expect(sent(choosing)).toEqual([{ mail: 'monday' }]);
});

it('renames a view without touching what it shows, and is told of a taken name', async () => {
  listed(aView());
  replies.set(changing, [
    [409, { code: 409, reason: 'COST_VIEW_CONFLICT', message: 'taken', metadata: { field: 'name' }, requestId: 'r' }],
  ]);
  show({ saved: 'view-aaaa', range: 'this-month' });
  await button('Search team changed').click();
  await panel.getByRole('button', { name: 'Rename or share…' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveValue('Search team');
  await userEvent.fill(name, 'Other');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText('Another of your views has this name, or there are too many.')).toBeVisible();
  expect(sent(changing)).toEqual([{ name: 'Other', shared: false, analysis: aView().analysis }]);
});

it('asks before a view is deleted, and then shows the page without one', async () => {
  listed(aView());
  replies.set(deleting, [[204, {}]]);
  show({ saved: 'view-aaaa', range: 'last-month', groupBy: 'region', tag: ['team=search'] });
  await button('Search team').click();
  await panel.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the view Search team?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('The view is deleted')).toBeVisible();
  expect(shown).toMatchObject({ saved: undefined, groupBy: 'region' });
});
