import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { copiedRows } from '../../../testing/copied-rows.ts';
import { render } from '../../../testing/render.tsx';
import { moneyColumn, textColumn } from '../column/columns.tsx';
import { DataTable } from '../data-table.tsx';
import type { Paging } from '../pager/pager.tsx';

beforeEach(() => page.viewport(1280, 800));

interface Row {
  name: string;
  amount: string;
}

const lines = Array.from({ length: 12 }, (_, at): Row => ({ name: `line ${at + 1}`, amount: '1' }));
const columns = [
  textColumn<Row>('name', 'Name', ({ name }) => name),
  moneyColumn<Row>('amount', 'Amount', ({ amount }) => amount, { currency: 'USD', ordersHere: true }),
];

function show(rows: Row[], paging: Omit<Paging, 'onPage'>) {
  render(
    <DataTable
      tableId="taken"
      caption="Lines"
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      paging={{ ...paging, onPage: () => undefined }}
      totals={{ name: 'Total', amount: '12' }}
      empty={null}
    />,
  );
}

it('takes the rows of all pages that the table holds, so that they add up to the total', async () => {
  show(lines, { page: 2 });
  const [, ...taken] = await copiedRows();
  expect(taken.map(([name]) => name)).toEqual([...lines.map(({ name }) => name), 'Total']);
  await expect.element(page.getByText('11–12 of 12')).toBeVisible();
  expect(page.getByRole('rowheader').elements()).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: 'Copy rows' })).toHaveFocus();
});

it('takes no total with one page of many, of which it is not the sum', async () => {
  show(lines.slice(0, 10), { page: 1, total: 12 });
  const taken = await copiedRows();
  expect(taken.at(-1)?.[0]).toBe('line 10');
});

it('takes the total with the only page', async () => {
  show(lines, { page: 1, size: 25, total: 12 });
  const taken = await copiedRows();
  expect(taken.at(-1)).toEqual(['Total', '12', '']);
});
