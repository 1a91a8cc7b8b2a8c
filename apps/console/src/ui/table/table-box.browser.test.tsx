import { Modal } from '@mantine/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { textColumn } from './column/columns.tsx';
import { DataTable } from './data-table.tsx';

beforeEach(() => page.viewport(768, 800));
afterEach(() => page.viewport(1280, 800));

const columns = Array.from({ length: 4 }, (_, at) =>
  textColumn<{ id: string }>(`c${at}`, `Column ${at}`, ({ id }) => id, { minWidth: 300 }),
);
const table = (
  <DataTable tableId="box" caption="Wide" columns={columns} rows={[{ id: 'x' }]} rowId={() => 'x'} empty={null} />
);
const style = (element: Element) => getComputedStyle(element);

it('has the colour of its dialog where cells stay in sight', async () => {
  render(
    <Modal opened onClose={() => undefined} title="Explained" size={700}>
      {table}
    </Modal>,
  );
  await expect.element(page.getByRole('group', { name: 'Wide' })).toBeVisible();
  const ground = style(page.getByRole('dialog').element()).backgroundColor;
  expect(style(page.getByRole('rowheader').element()).backgroundColor).toBe(ground);
  expect(style(page.getByRole('columnheader', { name: 'Column 1' }).element()).backgroundColor).toBe(ground);
});

it('has a shade where it scrolls, above what is scrolled', async () => {
  render(table);
  const box = page.getByRole('group', { name: 'Wide' });
  await expect.element(box).toBeVisible();
  expect(style(box.element()).backgroundAttachment).toBe('local, scroll');
});
