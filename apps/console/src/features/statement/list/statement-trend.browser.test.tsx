import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { instantOfEpochMs } from '@usance/period/instant';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { formatMonth } from '../../../ui/format/dates.ts';
import { statementQueries } from '../statement.queries.ts';
import { StatementTrend } from './statement-trend.tsx';
import { monthsBefore } from './trend-months.ts';

const contract = { id: 'ct-aaaa', billingZone: 'UTC', currency: 'USD' } as Contract;

it('has a bar for each of the last months, at 0 without a statement', async () => {
  const months = monthsBefore(instantOfEpochMs(Date.now()), 6, 'UTC');
  const older = monthsBefore(instantOfEpochMs(Date.now()), 7, 'UTC')[0];
  const made = [months[4], months[1], older].map((month) => ({ month, amount: '12.00', amountFormatted: '$12.00' }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = statementQueries.newest(contract.id, 6);
  client.setQueryData(queryKey, { items: made } as never);
  render(
    <QueryClientProvider client={client}>
      <StatementTrend contract={contract} months={6} isFailureTold={false} onMonths={vi.fn()} onMonth={vi.fn()} />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByText('View as table'));
  await expect.element(page.getByRole('table')).toBeVisible();
  const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent);
  const amounts = ['$0.00', '$12.00', '$0.00', '$0.00', '$12.00', '$0.00'];
  expect(rows).toEqual(months.map((month, index) => `${formatMonth(month, 'short')}${amounts[index]}`));
});
