import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Datacloud } from '@usance/api/contract/datacloud';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aDatacloud } from './datacloud.fixture.ts';
import { DatacloudMenu } from './datacloud-menu.tsx';

const datacloud = aDatacloud();

const fetch = stubbedFetch();
beforeEach(() => {
  fetch.mockImplementation(() => reply({ ...datacloud, state: 'DELETED' }));
});
const show = (state: Datacloud['state'] = 'RUNNING') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DatacloudMenu datacloud={{ ...datacloud, state }} />
    </QueryClientProvider>,
  );
const menu = page.getByRole('button', { name: 'Actions of autumn_lake' });
const item = page.getByRole('menuitem', { name: 'Delete' });
const open = async () => {
  await menu.click();
  await item.click();
};
const dialog = page.getByRole('dialog', { name: 'Delete data cloud' });
const name = page.getByRole('textbox', { name: 'Enter autumn_lake to confirm' });

it('a data cloud is deleted only after its name is typed', async () => {
  show();
  await open();
  await expect.element(name).toHaveFocus();
  await name.fill('autumn');
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveAccessibleDescription('This is not the name of the data cloud');
  expect(fetch).not.toHaveBeenCalled();
  await name.fill('autumn_lake');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(fetch).toHaveBeenCalledTimes(1);
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(String(url)).toContain('/api/v1/dataclouds/dc-aaaaaaaa?regionID=aws-us-east-1');
  expect(request?.method).toBe('DELETE');
});

it('the dialog shows why the deletion failed, and allows a retry', async () => {
  fetch.mockImplementation(() => refusal(409, 'DATACLOUD_STATE_CONFLICT'));
  show();
  await open();
  await name.fill('autumn_lake');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await expect.element(name).toHaveValue('autumn_lake');
});

it.each(['CREATING', 'DELETING', 'DELETED', 'FAILED'] as const)(
  'a data cloud that is %s offers no deletion',
  async (state) => {
    show(state);
    await menu.click();
    await expect.element(page.getByRole('menuitem', { name: 'Edit tags' })).toBeVisible();
    await expect.element(item).not.toBeInTheDocument();
  },
);

it('Esc asks before it drops a typed name', async () => {
  show();
  await open();
  await name.fill('autumn');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await expect.element(name).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('the keyboard opens the menu and the dialog, and Esc leads back to the menu’s button', async () => {
  show();
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(item).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(item).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(name).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).toHaveFocus();
});
