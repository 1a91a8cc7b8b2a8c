import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { BankBalanceDay } from '@usance/api/billing/bank';
import type { StatementSummary } from '@usance/api/billing/statement';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { aContract } from '../contract/contract.fixture.ts';
import { statementQueries } from '../statement/statement.queries.ts';
import { bankQueries } from './bank.queries.ts';
import { CashDays } from './cash-days.tsx';

const days = [
  { day: '2026-11-04', balance: '0.00000000', frozen: '0.00000000' },
  { day: '2026-11-05', balance: '30.00000000', frozen: '4.00000000' },
  { day: '2026-11-06', balance: '10.00000000', frozen: '0.00000000' },
  { day: '2026-11-07', balance: '25.50000000', frozen: '0.00000000' },
] as BankBalanceDay[];
const due = {
  dueDate: '2026-11-06',
  month: '2026-10',
  payableAmount: '20.00',
  payableAmountFormatted: '$20.00',
} as StatementSummary;
const withoutPayment = { ...due, payableAmount: '0.00', dueDate: '2026-11-05' };

it('tells free and frozen cash of each day, and what was due on it', async () => {
  const contract = aContract();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(bankQueries.days(contract.id).queryKey, { items: days });
  client.setQueryData(statementQueries.newest(contract.id, 10).queryKey, {
    items: [due, withoutPayment],
    pageNum: 1,
    pageSize: 10,
    totalSize: 2,
    total: 2,
  });
  render(
    <QueryClientProvider client={client}>
      <CashDays contract={contract} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('Cash that is not frozen was lowest on Nov 6, 2026, at $10.00.')).toBeVisible();
  await userEvent.click(page.getByText('View as table'));
  await expect.element(page.getByRole('row', { name: /Nov 6/ })).toBeVisible();
  const rows = [...document.querySelectorAll('tr')].map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Day', 'Not frozen', 'Frozen'],
    ['Nov 4', '$0.00', '$0.00'],
    ['Nov 5', '$26.00', '$4.00'],
    ['Nov 6 · $20.00 due for October 2026', '$10.00', '$0.00'],
    ['Nov 7, so far', '$25.50', '$0.00'],
  ]);
});
