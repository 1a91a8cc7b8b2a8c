import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { Notification } from '@usance/api/contract/notification';
import { beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { Messages } from '../../ui/feedback/message/messages.tsx';
import { notify } from '../../ui/feedback/message/notify.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { dismissNotice, notifyOnce } from './notify-once.ts';

const { replies, asked } = scriptedServer(3);
beforeEach(() => {
  sessionStorage.clear();
  notify.clear();
});

const contract = (id: string, given: object = {}) => ({
  id,
  signID: 'S-1',
  state: 'Active',
  creator: '',
  creatorID: '',
  tags: `Tags of ${id}`,
  name: `Name of ${id}`,
  buyerType: 'E',
  buyerName: 'Acme Ltd',
  serviceType: 'saas',
  commencingOn: '2026-01-01T00:00:00Z',
  currency: 'USD',
  billingZone: 'UTC',
  marketplace: { state: 'unknown' },
  ...given,
});
const notification = (id: string, given: object = {}) => ({
  id,
  notificationType: 'balance_low',
  level: 'warning',
  notificationTitle: 'Your available balance is low',
  notificationText: 'It is $12.50.',
  contractId: 'ct-aaaa',
  contractName: 'Acme',
  url: '/billing-center/ct-aaaa/income-expense',
  createdAt: new Date(2026, 9, 5, 7, 3).toISOString(),
  isRead: false,
  ...given,
});

function given(
  lists: Readonly<Record<string, readonly object[] | undefined>>,
  contracts = Object.keys(lists).map((id) => contract(id)),
) {
  replies.set('GET api/v1/contracts?pageSize=999', [
    [200, { items: contracts, pageNum: 1, pageSize: 999, totalSize: contracts.length }],
  ]);
  for (const [id, list] of Object.entries(lists)) {
    replies.set(`GET contracts/${id}/notifications`, [list === undefined ? [500, {}] : [200, { notifications: list }]]);
    replies.set(`POST ${id}/notifications/read`, [[204, {}]]);
  }
}

function show() {
  const history = createMemoryHistory();
  const rootRoute = createRootRoute({ component: () => <NotificationBell /> });
  const router = createRouter({ routeTree: rootRoute, history });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return history;
}

const bell = (name: string | RegExp = /^Notifications/) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const items = () => dialog.getByRole('listitem');

it('counts the unread notifications of all contracts, and lists them newest first under the contracts’ names', async () => {
  given(
    {
      'ct-aaaa': [notification('ntf-aaaa'), notification('ntf-bbbb', { isRead: true })],
      'ct-bbbb': [
        notification('ntf-cccc', { level: 'error', notificationTitle: '', createdAt: '2026-11-01T00:00:00Z' }),
      ],
      'ct-cccc': undefined,
    },
    [contract('ct-aaaa'), contract('ct-bbbb', { tags: '' }), contract('ct-cccc')],
  );
  show();
  await userEvent.click(bell());
  await expect.element(bell('Notifications, 2 unread')).toBeInTheDocument();
  const headings = dialog.getByRole('heading', { level: 3 });
  await expect.element(headings.nth(0)).toHaveTextContent('Name of ct-bbbb ct-bbbb');
  await expect.element(headings.nth(1)).toHaveTextContent('Tags of ct-aaaa ct-aaaa');
  await expect
    .element(
      items()
        .nth(0)
        .getByText(/^Notification/),
    )
    .toBeVisible();
  await expect.element(items().nth(0).getByRole('img', { name: 'Error' })).toBeInTheDocument();
  const second = items().nth(1);
  await expect.element(second.getByText('2026-10-05 07:03')).toBeVisible();
});

it('shows that it is loading, and that it is empty', async () => {
  given({ 'ct-aaaa': [] });
  show();
  await userEvent.click(bell());
  await expect.element(dialog.getByText('No notifications available')).toBeVisible();
  await expect.element(page.getByText(/^Unread notifications/)).not.toBeInTheDocument();
});

it('shows a failure of all requests, logs only that, and retries', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show();
  await userEvent.click(bell());
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  expect(log).toHaveBeenCalledWith('Failed to fetch notifications', expect.anything());
  log.mockRestore();
  given({ 'ct-aaaa': [notification('ntf-aaaa')] });
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await expect.element(items()).toBeVisible();
});

it('stays open when the page behind it is clicked, and returns the focus', async () => {
  given({ 'ct-aaaa': [notification('ntf-aaaa')] });
  show();
  await userEvent.click(bell());
  await expect.element(items()).toBeVisible();
  document.querySelector<HTMLElement>('.mantine-Modal-inner')?.click();
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().getBoundingClientRect().width).toBeLessThanOrEqual(600);
  expect(dialog.element().getBoundingClientRect().height).toBeLessThanOrEqual(window.innerHeight * 0.6 + 1);
  await userEvent.keyboard('{Escape}');
  await expect.element(bell()).toHaveFocus();
});

it('is marked as read when it is opened within the console', async () => {
  given({ 'ct-aaaa': [notification('ntf-aaaa'), notification('ntf-bbbb')] });
  const history = show();
  await userEvent.click(bell());
  await userEvent.click(items().nth(0).getByRole('link'));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(history.location.pathname).toBe('/billing-center/ct-aaaa/income-expense');
  await expect.element(bell('Notifications, 1 unread')).toBeVisible();
  await expect.poll(() => asked.at(-1)).toEqual({ to: 'POST ct-aaaa/notifications/read', body: { ids: ['ntf-aaaa'] } });
});

it('is unread again if marking it failed', async () => {
  given({ 'ct-aaaa': [notification('ntf-aaaa')] });
  replies.set('POST ct-aaaa/notifications/read', [[500, {}]]);
  show();
  await userEvent.click(bell());
  await userEvent.click(dialog.getByRole('button', { name: 'Mark all as read' }));
  await expect.poll(() => asked.filter(({ to }) => to.startsWith('GET contracts/ct-aaaa')).length).toBe(2);
  await expect.element(bell('Notifications, 1 unread')).toBeInTheDocument();
});

it.each([
  [['balance_low', 'private_offer'], 'Unread notifications: 2'],
  [['private_offer', 'private_offer'], 'Unread notifications about private offers: 2'],
])('announces %j once in a session: %s', async (kinds, words) => {
  given({ 'ct-aaaa': kinds.map((notificationType, no) => notification(`ntf-aaa${'ab'[no]}`, { notificationType })) });
  const say = vi.spyOn(notify, 'info');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  show();
  // The message appears by itself after the page has been open for a while.
  await expect
    .poll(() => {
      vi.advanceTimersByTime(5_000);
      return say.mock.calls;
    })
    .toEqual([[words]]);
  vi.useRealTimers();
  notifyOnce([notification('ntf-cccc')] as Notification[]);
  expect(say).toHaveBeenCalledTimes(1);
  say.mockRestore();
});

it('is not announced over the open list or after the list was seen', async () => {
  given({ 'ct-aaaa': [notification('ntf-aaaa')] });
  const say = vi.spyOn(notify, 'info');
  show();
  await userEvent.click(bell());
  await expect.element(items()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(say).not.toHaveBeenCalled();
  notifyOnce([notification('ntf-cccc')] as Notification[]);
  expect(say).not.toHaveBeenCalled();
  say.mockRestore();
});

it('is removed when the list opens, without other messages', async () => {
  render(<Messages />);
  const said = page.getByText('Unread notifications: 1');
  notifyOnce([notification('ntf-cccc')] as Notification[]);
  await expect.element(said).toBeVisible();
  dismissNotice();
  await expect.element(said).not.toBeInTheDocument();
  notify.success('Saved');
  dismissNotice();
  await expect.element(page.getByText('Saved')).toBeVisible();
});

it('shows twenty at a time, contract by contract', async () => {
  const many = (id: string, count: number, day: number) =>
    Array.from({ length: count }, (_, no) =>
      notification(`ntf-${id}${id}${id}${String.fromCharCode(97 + no)}`, {
        notificationTitle: `Told ${id} ${no}`,
        createdAt: new Date(2026, 9, day, 9, 59 - no).toISOString(),
      }),
    );
  given({ 'ct-aaaa': many('a', 15, 5), 'ct-bbbb': many('b', 15, 6) });
  show();
  await userEvent.click(bell());
  await expect.element(items()).toHaveLength(20);
  await expect.element(dialog.getByText(/^Told b 0/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Page 2' }));
  await expect.element(items()).toHaveLength(10);
  await expect.element(dialog.getByRole('heading', { level: 3 })).toHaveTextContent('Tags of ct-aaaa ct-aaaa');
  await expect.element(dialog.getByText(/^Told a 14/)).toBeVisible();
});
