import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { aDatacloud } from '../datacloud/datacloud.fixture.ts';
import { DatacloudMenu } from '../datacloud/datacloud-menu.tsx';
import { TagChips } from './tag-chips.tsx';

const fetch = stubbedFetch();
beforeEach(() => {
  fetch.mockImplementation(() => reply({ tags: [] }));
});
const open = async (tags: ListedDatacloud['tags']) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <DatacloudMenu datacloud={aDatacloud({ tags })} />
    </QueryClientProvider>,
  );
  await page.getByRole('button', { name: 'Actions of autumn_lake' }).click();
  await page.getByRole('menuitem', { name: 'Edit tags' }).click();
};
const dialog = page.getByRole('dialog', { name: 'Tags of autumn_lake' });
const row = (number: number) => dialog.getByRole('group', { name: `Tag ${number}`, exact: true });
const key = (number: number) => row(number).getByRole('textbox', { name: 'Key' });
const value = (number: number) => row(number).getByRole('textbox', { name: 'Value' });
const add = dialog.getByRole('button', { name: 'Add tag' });
const tag = (no: number) => ({ key: `k${no}`, value: 'v' });

it('tags are added, changed and removed by the keyboard, and saved at once', async () => {
  await open([{ key: 'env', value: 'dev' }, tag(1)]);
  await expect.element(key(1)).toHaveFocus();
  await value(1).fill('prod');
  await add.click();
  await expect.element(key(3)).toHaveFocus();
  await userEvent.keyboard('team{Tab} data');
  await dialog.getByRole('button', { name: 'Remove tag k1' }).click();
  await expect.element(key(2)).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  const [url, request] = fetch.mock.calls[0] ?? [];
  expect(String(url)).toContain('/api/v1/contracts/ct-aaaaaaaa/dataclouds/dc-aaaaaaaa/tags');
  expect([request?.method, JSON.parse(String(request?.body))]).toEqual([
    'PUT',
    {
      tags: [
        { key: 'env', value: 'prod' },
        { key: 'team', value: ' data' },
      ],
    },
  ]);
});

it('the last tag can be removed', async () => {
  await open([tag(1)]);
  await dialog.getByRole('button', { name: 'Remove tag k1' }).click();
  await expect.element(add).toHaveFocus();
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(fetch.mock.calls[0]?.[1]?.body).toBe('{"tags":[]}');
});

it('a wrong key is told at its field, and nothing is sent', async () => {
  await open([]);
  await key(1).fill('my team');
  await add.click();
  await dialog.getByRole('button', { name: 'Save tags' }).click();
  await expect.element(key(1)).toHaveFocus();
  await expect.element(key(1)).toHaveAccessibleDescription('Must have only letters, digits and _ . - / :');
  await expect.element(key(2)).toHaveAccessibleDescription('Must not be empty');
  await key(1).fill('team');
  await key(2).fill('team');
  await userEvent.keyboard('{Enter}');
  await expect.element(key(2)).toHaveAccessibleDescription('team is named twice.');
  expect(fetch).not.toHaveBeenCalled();
});

it('twenty tags are the limit', async () => {
  await open(Array.from({ length: 19 }, (_, no) => tag(no)));
  await add.click();
  await expect.element(dialog.getByText('20 of at most 20')).toBeVisible();
  await expect.element(add).toBeDisabled();
});

it('Esc asks before it drops a removal', async () => {
  await open([tag(1)]);
  await dialog.getByRole('button', { name: 'Remove tag k1' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Discard what you entered?' })).toBeVisible();
});

it('three tags are shown, and a tip names the others', async () => {
  render(<TagChips tags={[tag(1), { key: 'team', value: '' }, tag(3), tag(4), tag(5)]} />);
  await expect.element(page.getByText('k3 v')).toBeVisible();
  await expect.element(page.getByText('k4 v')).not.toBeInTheDocument();
  await page.getByRole('button', { name: '2 more tags' }).hover();
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('k4: v, k5: v');
});
