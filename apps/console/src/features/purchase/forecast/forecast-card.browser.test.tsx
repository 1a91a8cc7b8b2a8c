import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { MonthForecast } from '@usance/api/billing/purchase/purchase-forecast';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { refusal, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { forecastQueries } from './forecast.queries.ts';
import { ForecastCard } from './forecast-card.late.tsx';

const fetch = stubbedFetch();
const contract = { id: 'ct-aaaaaaaaaaaa', currency: 'USD' } as const;

function show(forecast: Partial<MonthForecast>) {
  fetch.mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient();
  client.setQueryData<unknown>(forecastQueries.month(contract.id, {}).queryKey, {
    month: '2026-11',
    amount: '900.00',
    days: [],
    ...forecast,
  });
  render(
    <QueryClientProvider client={client}>
      <ForecastCard contract={contract} month="2026-11" filters={{}} />
    </QueryClientProvider>,
  );
}

it('shows the expected amount and the band that should hold it', async () => {
  show({ historyDays: 182, atEnd: { expected: '1234.5678', low: '1100', high: '1300.999' } as MonthForecast['atEnd'] });
  await expect.element(page.getByText('Forecast for November 2026')).toBeVisible();
  await expect.element(page.getByText('$1,234.57', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Between $1,100.00 and $1,301.00 in 4 of 5 cases')).toBeVisible();
});

it('shows the pace of the month, and says so, if little usage is known', async () => {
  show({ historyDays: 6, runRate: { amount: '1500', amountFormatted: '$1,500.00' } });
  await expect.element(page.getByText('$1,500.00', { exact: true })).toBeVisible();
  await expect.element(page.getByText('At the pace so far; a forecast needs ten days of usage')).toBeVisible();
});

it('says nothing of no usage beside an amount, also on the first day of usage', async () => {
  show({ historyDays: 0, runRate: { amount: '310', amountFormatted: '$310.00' } });
  await expect.element(page.getByText('$310.00', { exact: true })).toBeVisible();
  await expect.element(page.getByText('At the pace so far; a forecast needs ten days of usage')).toBeVisible();
  await expect.element(page.getByText('No usage to forecast from')).not.toBeInTheDocument();
});

it('forecasts nothing from no usage', async () => {
  show({ historyDays: 0, runRate: { amount: '0', amountFormatted: '$0.00' } });
  await expect.element(page.getByText('No usage to forecast from')).toBeVisible();
  await expect.element(page.getByText('—')).toBeVisible();
  await expect.element(page.getByText('$0.00')).not.toBeInTheDocument();
});

it('says that it could not be loaded', async () => {
  fetch.mockImplementation(() => refusal(503, 'USAGE_UNAVAILABLE'));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ForecastCard contract={contract} month="2026-11" filters={{}} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText('This could not be loaded')).toBeVisible();
});
