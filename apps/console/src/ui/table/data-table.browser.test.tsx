import { Button } from '@mantine/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { byAmount, byText, type Column } from './column/column.ts';
import { instantColumn, statusColumn, textColumn } from './column/columns.tsx';
import { DataTable } from './data-table.tsx';
import { RowActions } from './row-actions.tsx';

interface Row {
  name: string;
  amount: string;
}

// In text order "9.00" follows "10.00", and as JS numbers the last two are equal.
const rows: Row[] = [
  { name: 'ten', amount: '10.00' },
  { name: 'nine', amount: '9.00' },
  { name: 'huge', amount: '9007199254740993.00000001' },
  { name: 'huger', amount: '9007199254740993.00000002' },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, compare: byText((row) => row.name) },
  { id: 'amount', header: 'Amount', align: 'end', cell: (row) => row.amount, compare: byAmount((row) => row.amount) },
  { id: 'note', header: 'Note', cell: () => 'x' },
  { id: 'state', header: 'State', cell: () => 'Settled' },
  { id: 'zone', header: 'Zone', cell: () => 'UTC' },
];

describe('DataTable', () => {
  beforeEach(() => {
    render(
      <DataTable
        tableId="test"
        caption="Amounts"
        columns={columns}
        rows={rows}
        rowId={(row) => row.name}
        empty={null}
      />,
    );
  });

  it('copies the shown rows in their order for a spreadsheet', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.click(page.getByRole('button', { name: 'Amount' }));
    await userEvent.click(page.getByRole('button', { name: 'Copy rows' }));
    await expect
      .poll(() => copied.mock.calls[0]?.[0].split('\n').slice(0, 2))
      .toEqual(['Name\tAmount\tNote\tState\tZone', 'huger\t9007199254740993.00000002\tx\tSettled\tUTC']);
  });

  it('sorts amounts exactly and announces the order', async () => {
    const header = page.getByRole('columnheader', { name: 'Amount' });
    await expect.element(header).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(page.getByRole('button', { name: 'Amount' }));
    await expect.element(header).toHaveAttribute('aria-sort', 'descending');
    expect(names()).toEqual(['huger', 'huge', 'ten', 'nine']);
    await userEvent.click(page.getByRole('button', { name: 'Amount' }));
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    expect(names()).toEqual(['nine', 'ten', 'huge', 'huger']);
  });

  it('has no aria-sort on a column that cannot be sorted', async () => {
    await expect.element(page.getByRole('columnheader', { name: 'Note' })).not.toHaveAttribute('aria-sort');
  });

  it('hides and moves columns with buttons, and Reset brings all back', async () => {
    await userEvent.click(page.getByRole('button', { name: 'Columns' }));
    await userEvent.click(page.getByRole('button', { name: 'Move Note earlier' }));
    await expect.poll(headers).toEqual(['Name', 'Note', 'Amount', 'State', 'Zone']);
    await userEvent.click(page.getByRole('checkbox', { name: 'Amount' }));
    await expect.poll(headers).toEqual(['Name', 'Note', 'State', 'Zone']);
    await userEvent.click(page.getByRole('button', { name: 'Reset' }));
    await expect.poll(headers).toEqual(['Name', 'Amount', 'Note', 'State', 'Zone']);
  });
});

it('offers a choice of columns only if some are optional', async () => {
  const few = columns.slice(0, 4);
  const show = (shown: Column<Row>[]) =>
    render(
      <DataTable tableId="few" caption="Amounts" columns={shown} rows={rows} rowId={({ name }) => name} empty={null} />,
    );
  show(few);
  await expect.element(page.getByRole('table')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Columns' })).not.toBeInTheDocument();
  show(few.map((column) => (column.id === 'note' ? { ...column, hidden: true } : column)));
  await expect.element(page.getByRole('button', { name: 'Columns' })).toBeVisible();
});

describe('DataTable with long names', () => {
  afterEach(() => page.viewport(1280, 800));

  it('cuts them again, once it has grown wide enough', async () => {
    const long: Column<Row>[] = [
      textColumn('name', 'Name', (row) => row.name, { share: 30 }),
      ...['a', 'b', 'c', 'd'].map((id) => ({ id, header: id, cell: () => <div style={{ width: 200 }} /> })),
    ];
    await page.viewport(780, 800);
    render(
      <DataTable
        tableId="long"
        caption="Long"
        columns={long}
        rows={[{ name: 'n'.repeat(64), amount: '9.00' }]}
        rowId={(row) => row.name}
        empty={null}
      />,
    );
    await expect.element(page.getByRole('group', { name: 'Long' })).toHaveAttribute('data-overflows');
    await page.viewport(1060, 800);
    await expect.poll(() => document.querySelector('[data-overflows]')).toBeNull();
  });
});

describe('DataTable on a phone', () => {
  beforeEach(() => page.viewport(390, 800));
  afterEach(() => page.viewport(1280, 800));

  it('has rows of two lines, the amount on the right of the first, and no horizontal scrolling', async () => {
    const row = { name: 'n'.repeat(64), amount: '10.00' };
    const phoneColumns: Column<Row>[] = [
      { id: 'name', header: 'Name', cell: ({ name }) => name },
      { id: 'state', header: 'State', cell: () => 'Settled', phone: 'below' },
      { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => amount, phone: 'figure' },
      { id: 'note', header: 'Note', cell: () => 'x'.repeat(40) },
      { id: 'action', header: 'Action', cell: () => 'Approve', phone: 'end' },
    ];
    render(
      <DataTable tableId="phone" caption="Rows" columns={phoneColumns} rows={[row]} rowId={() => '1'} empty={null} />,
    );
    const table = page.getByRole('table', { name: 'Rows' });
    await expect.element(table).toBeVisible();
    const box = (name: string) => page.getByText(name, { exact: true }).element().getBoundingClientRect();
    const [name, amount, state, action] = [box(row.name), box('10.00'), box('Settled'), box('Approve')];
    expect(amount.top).toBeLessThan(name.bottom);
    expect(amount.left).toBeGreaterThanOrEqual(name.right);
    expect(state.top).toBeGreaterThanOrEqual(name.bottom);
    expect(action.top).toBeLessThan(state.bottom);
    expect(Math.round(action.right)).toBe(Math.round(amount.right));
    expect(Math.round(state.left)).toBe(Math.round(name.left));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(document.querySelector('[data-overflows]')).toBeNull();
    await expect.element(page.getByText('x'.repeat(40))).not.toBeVisible();
  });

  it('shows the full name of a row, and its actions on the right', async () => {
    await page.viewport(320, 800);
    const row = { name: '2026-11-20T10:00:00Z', amount: '+$1,126,000,000.00' };
    const phoneColumns: Column<Row>[] = [
      instantColumn('name', 'Time', ({ name }) => name),
      { id: 'amount', header: 'Amount', align: 'end', cell: ({ amount }) => amount, phone: 'figure' },
      { id: 'action', header: 'Action', cell: () => <RowActions>{<Button>Go</Button>}</RowActions>, phone: 'end' },
    ];
    render(
      <DataTable tableId="phone" caption="Rows" columns={phoneColumns} rows={[row]} rowId={() => '1'} empty={null} />,
    );
    const name = page.getByRole('rowheader');
    await expect.element(name).toBeVisible();
    expect(name.element().scrollWidth).toBeLessThanOrEqual(name.element().clientWidth);
    const rightOf = (place: Locator) => Math.round(place.element().getBoundingClientRect().right);
    expect(rightOf(page.getByRole('button', { name: 'Go' }))).toBe(rightOf(page.getByText(row.amount)));
  });

  it.each([320, 640, 1280])('cuts no long words at %d pixels', async (width) => {
    await page.viewport(width, 800);
    const row = { name: 'Northwind Traders', amount: '10.00' };
    const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.example`;
    const remark = 'Commerzbank Frankfurt '.repeat(6).trim();
    const longColumns: Column<Row>[] = [
      textColumn('name', 'Name', ({ name }) => name),
      statusColumn('state', 'State', () => ({ tone: 'bad', word: 'Partially deducted, overdue' }), { phone: 'below' }),
      textColumn('creator', 'Creator', () => email, { phone: 'line' }),
      textColumn('remark', 'Remark', () => remark, { phone: 'line' }),
      {
        id: 'action',
        header: 'Action',
        cell: () => <RowActions>{<Button>Download</Button>}</RowActions>,
        phone: 'end',
      },
    ];
    render(
      <DataTable tableId="long" caption="Rows" columns={longColumns} rows={[row]} rowId={() => '1'} empty={null} />,
    );
    for (const text of ['Partially deducted, overdue', email, remark, 'Download']) {
      const words = page.getByText(text, { exact: true });
      await expect.element(words).toBeVisible();
      const cell = words.element().closest('td');
      expect([text, cell?.scrollWidth]).toEqual([text, cell?.clientWidth]);
    }
    await expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});

describe('DataTable that scrolls', () => {
  beforeEach(() => page.viewport(700, 800));
  afterEach(() => page.viewport(1280, 800));

  it('keeps actions in sight, and cuts no cell', async () => {
    const region = 'US East (N. Virginia)';
    const wide: Column<Row>[] = [
      textColumn('name', 'Name', ({ name }) => name),
      textColumn('region', 'Region', () => region, { share: 10 }),
      ...['a', 'b', 'c', 'd'].map((id) => textColumn<Row>(id, id, () => id, { minWidth: 160 })),
      { id: 'action', header: 'Action', cell: () => <Button>Go</Button>, stays: true },
    ];
    render(
      <DataTable tableId="wide" caption="Wide" columns={wide} rows={[rows[0] as Row]} rowId={() => '1'} empty={null} />,
    );
    const box = page.getByRole('group', { name: 'Wide' });
    await expect.element(box).toBeVisible();
    const rightOf = (place: Locator) => Math.round(place.element().getBoundingClientRect().right);
    await expect.poll(() => rightOf(page.getByRole('cell', { name: 'Go' }))).toBe(rightOf(box));
    expect(rightOf(page.getByRole('columnheader', { name: 'Action' }))).toBe(rightOf(box));
    const cell = page.getByRole('cell', { name: region }).element();
    await expect.poll(() => cell.scrollWidth).toBe(cell.clientWidth);
  });
});

function names(): Array<string | null> {
  return [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
}

function headers(): Array<string | null> {
  return [...document.querySelectorAll('thead th')].map((cell) => cell.textContent);
}
