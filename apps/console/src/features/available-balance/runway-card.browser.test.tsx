import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Runway } from '@usance/api/billing/available-balance';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { runwayQueries } from './runway.queries.ts';
import { RunwayCard } from './runway-card.tsx';

const fetch = stubbedFetch();
const contract = { id: 'ct-aaaaaaaaaaaa', billingZone: 'UTC' } as const;

function show(runway: Partial<Runway>) {
  fetch.mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient();
  client.setQueryData<unknown>(runwayQueries.of(contract.id).queryKey, runway);
  render(
    <QueryClientProvider client={client}>
      <h1>Overview</h1>
      <RunwayCard contract={contract} />
    </QueryClientProvider>,
  );
}

it.each<[string, Partial<Runway>, string, string]>([
  [
    'money that runs out',
    { outlook: 'runsOut', days: 41, day: '2026-12-27', dailyCostFormatted: '$6.00' },
    '41 days',
    'Until Dec 27, 2026, at $6.00 a day',
  ],
  [
    'the last day',
    { outlook: 'runsOut', days: 1, day: '2026-12-27', dailyCostFormatted: '$6.00' },
    '1 day',
    'Until Dec 27, 2026, at $6.00 a day',
  ],
  ['enough money', { outlook: 'lasts', dailyCostFormatted: '$6.00' }, 'Over a year', 'at $6.00 a day'],
  ['little usage', { outlook: 'tooLittleHistory' }, '—', 'Known after ten days of usage'],
  [
    'an account that is no longer normal',
    { outlook: 'countdown', countdown: { period: 'extensionPeriod', end: '2026-12-03T00:00:00Z' } },
    'Extension period',
    'Extension period until Dec 3, 2026, 00:00 UTC',
  ],
  [
    'an overdraft that was not agreed',
    { outlook: 'countdown', countdown: { period: 'overdraft', end: '2026-12-03T00:00:00Z' } },
    'Overdraft',
    'Extension period from Dec 3, 2026, 00:00 UTC',
  ],
])('tells of %s', async (_, runway, figure, words) => {
  show(runway);
  await expect.element(page.getByText(figure, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByText(words, { exact: true }).last()).toBeVisible();
});

it('says once that an account is in overdraft, which within its credit limit has no end', async () => {
  show({ outlook: 'countdown', countdown: { period: 'overdraft' } });
  await expect.element(page.getByText('Overdraft', { exact: true })).toBeVisible();
});

it('is absent if a marketplace bills the usage', async () => {
  show({ outlook: 'notCharged' });
  await expect.element(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect.element(page.getByText('Runway')).not.toBeInTheDocument();
});
