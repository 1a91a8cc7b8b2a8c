import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { byAmount, byText, type Column } from './column.ts';
import { DataTable } from './data-table.tsx';

interface Row {
  name: string;
  amount: string;
}

// As text "9.00" comes after "10.00", and as JS numbers the last two are equal.
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

  it('orders amounts exactly and says the order to those who hear it', async () => {
    const header = page.getByRole('columnheader', { name: 'Amount' });
    await expect.element(header).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(page.getByRole('button', { name: 'Amount' }));
    await expect.element(header).toHaveAttribute('aria-sort', 'descending');
    expect(names()).toEqual(['huger', 'huge', 'ten', 'nine']);
    await userEvent.click(page.getByRole('button', { name: 'Amount' }));
    await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
    expect(names()).toEqual(['nine', 'ten', 'huge', 'huger']);
  });

  it('has no aria-sort on a column that cannot be ordered by', async () => {
    await expect.element(page.getByRole('columnheader', { name: 'Note' })).not.toHaveAttribute('aria-sort');
  });

  it('hides and moves columns with buttons, and Reset brings all back', async () => {
    await userEvent.click(page.getByRole('button', { name: 'Columns' }));
    await userEvent.click(page.getByRole('button', { name: 'Move Note earlier' }));
    await expect.poll(headers).toEqual(['Name', 'Note', 'Amount']);
    await userEvent.click(page.getByRole('checkbox', { name: 'Amount' }));
    await expect.poll(headers).toEqual(['Name', 'Note']);
    await userEvent.click(page.getByRole('button', { name: 'Reset' }));
    await expect.poll(headers).toEqual(['Name', 'Amount', 'Note']);
  });
});

function names(): Array<string | null> {
  return [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
}

function headers(): Array<string | null> {
  return [...document.querySelectorAll('thead th')].map((cell) => cell.textContent);
}
