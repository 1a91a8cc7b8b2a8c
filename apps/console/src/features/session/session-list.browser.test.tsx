import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Session } from '@usance/api/people/session';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { SessionList } from './session-list.tsx';

const fetch = stubbedFetch();
afterEach(() => page.viewport(1280, 800));

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const session = (id: string, device: string, isCurrent = false): Session => ({
  id: `ses-${id}`,
  isCurrent,
  byOperator: false,
  device,
  address: '203.0.113.7',
  gmtCreated: '2026-10-01T09:00:00.000Z',
  gmtLastUsed: '2026-10-15T09:00:00.000Z',
  gmtExpires: '2026-11-15T09:00:00.000Z',
});
const mine = session('mine', firefox, true);
const other = session('other', chrome);

const listed = (...items: Session[]) => fetch.mockImplementationOnce(() => reply({ items }));

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionList />
    </QueryClientProvider>,
  );
}

const rows = page.getByRole('listitem');
const endChrome = page.getByRole('button', { name: 'End the session on Chrome on Windows' });
const endOthers = page.getByRole('button', { name: 'End all others' });
const confirmOthers = page.getByRole('button', { name: 'End all other sessions' });
const confirm = page.getByRole('button', { name: 'End session', exact: true });

it('shows the devices, marks the current one, and offers to end the others', async () => {
  listed(mine, other);
  show();
  await expect.element(rows.nth(0).getByText('Firefox on Linux')).toBeVisible();
  await expect.element(rows.nth(0).getByText('203.0.113.7')).toBeVisible();
  await expect.element(rows.nth(0).getByText('This session')).toBeVisible();
  await expect.element(rows.nth(1).getByText('Chrome on Windows')).toBeVisible();
  await expect.element(rows.nth(0).getByRole('button')).not.toBeInTheDocument();
  await expect.element(endChrome).toBeVisible();
});

it('marks an operator’s session, which can be ended', async () => {
  listed(mine, { ...other, byOperator: true, device: '', address: '' });
  show();
  await expect.element(rows.nth(1).getByText('Our support, acting for you')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Stop our support acting for you' }));
  await expect.element(page.getByText('Our support stops acting for you at once.')).toBeVisible();
});

it('shows that it is loading, and why it failed, with a retry', async () => {
  let fail: (error: Error) => void = () => undefined;
  fetch.mockImplementationOnce(() => new Promise((_, reject) => (fail = reject)));
  show();
  await vi.waitFor(() => expect(document.querySelector('[aria-busy="true"]')).not.toBeNull());
  fail(new TypeError('Failed to fetch'));
  await expect.element(page.getByRole('alert').getByText('No reply from the server.')).toBeVisible();
  listed(mine);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(rows.getByText('Firefox on Linux')).toBeVisible();
});

it('says that it is empty', async () => {
  listed();
  show();
  await expect.element(page.getByText('No sessions')).toBeVisible();
});

it('ends one after a confirmation, and sends nothing without it', async () => {
  listed(mine, other);
  show();
  await userEvent.click(endChrome);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(endChrome).toHaveFocus();
  expect(fetch).toHaveBeenCalledTimes(1);
  await userEvent.click(endChrome);
  fetch.mockImplementationOnce(() => Promise.resolve(new Response(null, { status: 204 })));
  await userEvent.click(confirm);
  await expect.element(endChrome).not.toBeInTheDocument();
  expect(fetch.mock.lastCall?.[0]).toMatch(/\/sessions\/ses-other$/);
  expect(fetch.mock.lastCall?.[1]?.method).toBe('DELETE');
});

it('removes one that has already ended', async () => {
  listed(mine, other);
  show();
  await userEvent.click(endChrome);
  fetch.mockImplementationOnce(() => refusal(404, 'SESSION_NOT_FOUND', 'Gone'));
  await userEvent.click(confirm);
  await expect.element(endChrome).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('keeps the dialog open without a reply', async () => {
  listed(mine, other);
  show();
  await userEvent.click(endChrome);
  fetch.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(confirm);
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent('No reply from the server.');
  await expect.element(confirm).toBeVisible();
});

it('ends all others after a confirmation, and sends nothing without it', async () => {
  listed(mine, other, session('third', firefox));
  show();
  await userEvent.click(endOthers);
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(endOthers).toHaveFocus();
  expect(fetch).toHaveBeenCalledTimes(1);
  await userEvent.click(endOthers);
  fetch.mockImplementationOnce(() => Promise.resolve(new Response(null, { status: 204 })));
  await userEvent.click(confirmOthers);
  await expect.element(rows).toHaveLength(1);
  await expect.element(rows.getByText('This session')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(endOthers).not.toBeInTheDocument();
  expect(fetch.mock.lastCall?.[0]).toMatch(/\/sessions$/);
  expect(fetch.mock.lastCall?.[1]?.method).toBe('DELETE');
});

it('does not offer to end all others where there is none', async () => {
  listed(mine);
  show();
  await expect.element(rows.nth(0)).toBeVisible();
  await expect.element(endOthers).not.toBeInTheDocument();
});

it('keeps all others and says why if they could not be ended', async () => {
  listed(mine, other);
  show();
  await userEvent.click(endOthers);
  fetch.mockImplementationOnce(() => Promise.reject(new TypeError('Failed to fetch')));
  await userEvent.click(confirmOthers);
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent('No reply from the server.');
  await expect.element(confirmOthers).toBeVisible();
});

it('is refetched by its button', async () => {
  listed(mine, other);
  show();
  await expect.element(endChrome).toBeVisible();
  listed(mine);
  await userEvent.click(page.getByRole('button', { name: 'Refresh' }));
  await expect.element(endChrome).not.toBeInTheDocument();
});

it('fits 320 pixels with a device of 200 characters', async () => {
  await page.viewport(320, 800);
  listed(mine, session('long', 'd'.repeat(200)));
  show();
  await expect.element(rows.nth(1)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await userEvent.click(rows.nth(1).getByRole('button'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth);
});
