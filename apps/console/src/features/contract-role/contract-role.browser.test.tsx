import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { Identity } from '@usance/api/people/account';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { accountQueries } from '../account/account.queries.ts';
import { RoleListPage } from './role-list-page.tsx';
import { RolePage } from './role-page.tsx';
import { holder, rolesWith } from './roles.fixture.ts';

const { replies, asked } = scriptedServer(3);
afterEach(() => page.viewport(1280, 800));

const contractId = 'ct-aaaaaaaa';
const listing = `GET contracts/${contractId}/roles`;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const ada = holder('ada@example.com');
const bo = holder('bo@example.com');

/** Renders inside a router, which links need. */
function show(shown: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const identity: Identity = { id: ada.id, identifier: ada.name, traits: {} };
  client.setQueryData(accountQueries.whoami().queryKey, identity);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => shown }),
    history: createMemoryHistory(),
  });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
const showList = (scene: 'contract' | 'billing' = 'contract') => show(<RoleListPage {...{ contractId, scene }} />);
function showRole(onOwnRevoked = () => Promise.resolve()) {
  show(<RolePage {...{ contractId, onOwnRevoked }} name="viewer" scene="contract" />);
}

describe('the roles of a contract', () => {
  it('show their meaning and members, and link to their page', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [ada])]]);
    showList();
    await expect.element(page.getByRole('listitem')).toHaveLength(5);
    const viewer = page.getByRole('listitem').nth(4);
    await expect.element(viewer.getByText('Read-only.')).toBeVisible();
    await expect.element(viewer.getByText('dc_creator (role)')).toBeVisible();
    await expect.element(viewer.getByText('ada@example.com')).toBeVisible();
    const link = page.getByRole('link', { name: 'viewer', exact: true });
    await expect.element(link).toHaveAttribute('href', `/contracts/${contractId}/access-control/viewer`);
    await expect.element(page.getByRole('listitem').nth(0).getByText('No members yet')).toBeVisible();
  });

  it('are the billing roles in the billing center', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [ada])]]);
    showList('billing');
    await expect.element(page.getByRole('listitem')).toHaveLength(2);
    const link = page.getByRole('link', { name: 'billing_viewer' });
    await expect.element(link).toHaveAttribute('href', `/billing-center/${contractId}/access-control/billing_viewer`);
  });

  it('list a few of many members, and the number of others', async () => {
    await page.viewport(390, 800);
    const many = Array.from({ length: 40 }, (_, index) => holder(`${'x'.repeat(60)}${index}@example.com`));
    replies.set(listing, [[200, rolesWith('admin', many)]]);
    showList();
    await expect.element(page.getByText('and 35 more')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('cannot be granted without the permission, with the reason', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [], false)]]);
    showList();
    await expect.element(button('Grant viewer')).toBeDisabled();
    await userEvent.hover(button('Grant viewer'));
    await expect.element(page.getByRole('tooltip').getByText('No Auth')).toBeVisible();
    await userEvent.click(button('Grant viewer'), { force: true });
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('show why they could not be loaded, with a retry', async () => {
    replies.set(listing, [
      [403, { code: 403, reason: 'NO_PERMISSION', message: 'No.', metadata: {}, requestId: 'r' }],
      [200, rolesWith('viewer', [])],
    ]);
    showList();
    await expect.element(page.getByRole('alert').getByText('You do not have permission to do this.')).toBeVisible();
  });
});

describe('granting a role', () => {
  const granting = `POST viewer/member/${encodeURIComponent(bo.name)}`;
  const open = async () => {
    replies.set(listing, [[200, rolesWith('viewer', [ada])]]);
    showList();
    await userEvent.click(button('Grant viewer'));
  };
  const field = page.getByRole('textbox', { name: 'Member' });
  const send = () => userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Grant', exact: true }));
  const posted = () => asked.filter(({ to }) => to.startsWith('POST')).map(({ to }) => to);

  it('asks for an e-mail only', async () => {
    await open();
    for (const said of ['', 'bo@example', 'b o@example.com', 'acc-aaaaaaaa']) {
      await userEvent.fill(field, said);
      await send();
      await expect.element(field).toHaveFocus();
      await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    }
    expect(posted()).toEqual([]);
  });

  it('confirms, and shows the new member', async () => {
    await open();
    replies.set(granting, [[204, {}]]);
    replies.set(listing, [[200, rolesWith('viewer', [ada, bo])]]);
    await userEvent.fill(field, bo.name);
    await send();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByText(bo.name)).toBeVisible();
    await expect.element(button('Grant viewer')).toHaveFocus();
  });

  it('marks an e-mail without an account at the field', async () => {
    await open();
    const body = { code: 404, reason: 'ACCOUNT_NOT_FOUND', message: 'No.', metadata: {}, requestId: 'r' };
    replies.set(granting, [[404, body]]);
    await userEvent.fill(field, bo.name);
    await send();
    await expect.element(page.getByText(/^No account uses this email yet/)).toBeVisible();
    await expect.element(field).toHaveFocus();
  });

  it('shows how long to wait beside the fields', async () => {
    await open();
    const metadata = { retryAfterSeconds: '1800' };
    const body = { code: 429, reason: 'TOO_MANY_REQUESTS', message: 'Wait.', metadata, requestId: 'r' };
    replies.set(granting, [[429, body]]);
    await userEvent.fill(field, bo.name);
    await send();
    await expect.element(page.getByRole('alert').getByText(/30 min/)).toBeVisible();
  });
});

describe('the members of a role', () => {
  const names = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);

  it('are people and roles; only people can be revoked', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [bo, ada])]]);
    showRole();
    await expect.element(button('Revoke from ada@example.com')).toBeEnabled();
    expect(names()).toEqual(['admin', 'dc_creator', 'bo@example.com', 'ada@example.com']);
    expect(page.getByRole('button', { name: /^Revoke from/ }).elements()).toHaveLength(2);
    await userEvent.click(page.getByRole('columnheader', { name: 'Name' }).getByRole('button'));
    await vi.waitFor(() => expect(names()).toEqual(['ada@example.com', 'admin', 'bo@example.com', 'dc_creator']));
    const back = page.getByRole('link', { name: 'Back' });
    await expect.element(back).toHaveAttribute('href', `/contracts/${contractId}/access-control`);
  });

  it('cannot be revoked without the permission, and the last admin never can', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [holder(bo.name, false)])]]);
    showRole();
    await userEvent.hover(button(`Revoke from ${bo.name}`));
    await expect.element(page.getByRole('tooltip').getByText('The last admin keeps the role')).toBeVisible();
    await expect.element(button(`Revoke from ${bo.name}`)).toBeDisabled();
  });

  it('are revoked after a confirmation', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [ada, bo])]]);
    replies.set(`DELETE viewer/member/${bo.id}`, [[204, {}]]);
    showRole();
    await userEvent.click(button(`Revoke from ${bo.name}`));
    await expect.element(button('Cancel')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button(`Revoke from ${bo.name}`)).toHaveFocus();
    expect(asked.filter(({ to }) => to.startsWith('DELETE'))).toEqual([]);
    await userEvent.click(button(`Revoke from ${bo.name}`));
    replies.set(listing, [[200, rolesWith('viewer', [ada])]]);
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
    await expect.element(button(`Revoke from ${bo.name}`)).not.toBeInTheDocument();
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('who resign are warned first, and then leave the page', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [ada, bo])]]);
    replies.set(`DELETE viewer/member/${ada.id}`, [[204, {}]]);
    const led = vi.fn(() => Promise.resolve());
    showRole(led);
    await userEvent.click(button(`Revoke from ${ada.name}`));
    await expect.element(page.getByText(/^This is your own role/)).toBeVisible();
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
    await vi.waitFor(() => expect(led).toHaveBeenCalledOnce());
  });

  it('shows in the dialog why revoking failed', async () => {
    replies.set(listing, [[200, rolesWith('viewer', [ada, bo])]]);
    const body = { code: 409, reason: 'LAST_ADMIN', message: 'No.', metadata: {}, requestId: 'r' };
    replies.set(`DELETE viewer/member/${bo.id}`, [[409, body]]);
    showRole();
    await userEvent.click(button(`Revoke from ${bo.name}`));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
    await expect.element(page.getByRole('alert').getByText(/^A contract needs at least one admin/)).toBeVisible();
  });
});
