import { keepPreviousData, QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApiError } from '../../api/api-error.ts';
import { render } from '../../testing/render.tsx';
import { moneyColumn, textColumn } from './column/columns.tsx';
import { QueryTable } from './query-table.tsx';

interface Row {
  id: string;
  amount: string;
}
interface Reply {
  items: Row[];
  totalSize: number;
}

const columns = [
  textColumn<Row>('id', 'Id', (row) => row.id),
  moneyColumn<Row>('amount', 'Amount', (row) => row.amount, { currency: 'USD', sortable: true }),
];
const pageOfTwelve = (pageNum: number): Reply => ({
  items: [{ id: `row of page ${pageNum}`, amount: '1.00' }],
  totalSize: 12,
});

interface StageProps {
  ask: (pageNum: number) => Promise<Reply>;
  onClearFilters?: () => void;
}

/** A table over `ask` that keeps its page like a screen's URL. */
function Stage({ ask, onClearFilters }: StageProps) {
  const [at, setAt] = useState(1);
  return (
    <QueryTable
      tableId="test"
      caption="Rows"
      columns={columns}
      query={queryOptions({ queryKey: ['rows', at], queryFn: () => ask(at), placeholderData: keepPreviousData })}
      page={at}
      onPage={setAt}
      size={10}
      onSize={() => setAt(1)}
      onClearFilters={onClearFilters}
      empty={{ title: 'No row yet', hint: 'Rows come with time.' }}
    />
  );
}

function show(ask: StageProps['ask'], onClearFilters?: () => void) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <Stage ask={ask} {...(onClearFilters && { onClearFilters })} />
    </QueryClientProvider>,
  );
}

const table = page.getByRole('table', { name: 'Rows' });
const never = () => new Promise<never>(() => undefined);

describe('QueryTable', () => {
  it('is busy until the first answer', async () => {
    show(never);
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByText('No row yet')).not.toBeInTheDocument();
  });

  it('shows a page and leads to the next, with the former rows dimmed until it loads', async () => {
    show((pageNum) => (pageNum === 1 ? Promise.resolve(pageOfTwelve(1)) : never()));
    await expect.element(page.getByText('1–10 of 12')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Page 2' }));
    await expect.element(table).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByRole('rowheader', { name: 'row of page 1' })).toBeInTheDocument();
  });

  it('shows the reason of a failed load, with the request to quote and a retry', async () => {
    const busy = { status: 503, reason: 'UNAVAILABLE', message: 'busy', metadata: {}, requestId: 'req-42' };
    const ask = vi.fn(async () => pageOfTwelve(1));
    ask.mockRejectedValueOnce(new ApiError(busy));
    show(ask);
    const alert = page.getByRole('alert');
    await expect
      .element(alert.getByText('This is not available just now. Please try again in a few seconds.'))
      .toBeVisible();
    await expect.element(alert.getByText('req-42')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(page.getByRole('rowheader', { name: 'row of page 1' })).toBeVisible();
    await expect.element(alert).not.toBeInTheDocument();
  });

  it('describes its future content while it has no rows', async () => {
    show(async () => ({ items: [], totalSize: 0 }));
    await expect.element(page.getByText('No row yet')).toBeVisible();
    await expect.element(page.getByText('Rows come with time.')).toBeVisible();
  });

  it('offers to clear filters that match no row', async () => {
    const clear = vi.fn();
    show(async () => ({ items: [], totalSize: 0 }), clear);
    await userEvent.click(page.getByRole('button', { name: 'Clear filters' }));
    expect(clear).toHaveBeenCalledTimes(1);
    await expect.element(page.getByText('No row yet')).not.toBeInTheDocument();
  });
});
