import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Contract } from '@usance/api/contract/contract';
import { instant } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { PurchaseFigures } from './purchase-figures.tsx';
import { purchaseQueries } from './search/purchase.queries.ts';
import { purchaseSearch } from './search/purchase-search.ts';

const fetch = stubbedFetch();

it('shows the last day of the usage, which may differ from the day of the update', async () => {
  fetch.mockImplementation(() => reply({ items: [] }));
  const contract = { id: 'ct-aaaaaaaaaaaa', currency: 'CNY', billingZone: 'Asia/Shanghai' } as Contract;
  const [since, through] = [instant('2025-09-30T16:00:00Z'), instant('2026-11-23T23:00:00Z')];
  const metered = { zone: contract.billingZone, since, through };
  const period = purchasePeriodOf({ range: 'this-month' }, metered, instant('2026-11-24T00:02:00Z'));
  const client = new QueryClient();
  const freshness = { asOf: '2026-11-24T00:02:00Z', usageThrough: '2026-11-23T23:00:00Z' };
  client.setQueryData(purchaseQueries.freshness(contract.id).queryKey, freshness);
  render(
    <QueryClientProvider client={client}>
      <PurchaseFigures contract={contract} search={purchaseSearch.parse({})} period={period} />
    </QueryClientProvider>,
  );
  await expect
    .element(page.getByText('Updated 08:02 UTC+8 · Usage through Nov 24, 2026, 07:00 UTC+8 · Days in Asia/Shanghai'))
    .toBeVisible();
});

it.each([360, 1280])('moves nothing below the figures when the comparison arrives, at %d pixels', async (width) => {
  await page.viewport(width, 800);
  const { promise, resolve } = Promise.withResolvers<void>();
  fetch.mockImplementation(async (url) => {
    await promise;
    const isNow = new URL(String(url), location.href).searchParams.get('start') === String(Date.parse('2026-11-01'));
    const amount = isNow ? '22163.81' : '21164.10';
    const amounts = { amount, amountFormatted: `$${amount}`, accAmount: amount, accAmountFormatted: `$${amount}` };
    return reply({ items: [{ day: isNow ? '2026-11-01' : '2026-10-01', ...amounts }] });
  });
  const contract = { id: 'ct-bbbbbbbbbbbb', currency: 'USD', billingZone: 'UTC' } as Contract;
  const [since, through] = [instant('2025-10-01T00:00:00Z'), instant('2026-11-27T08:00:00Z')];
  const period = purchasePeriodOf({ range: 'this-month' }, { zone: 'UTC', since, through }, through);
  const client = new QueryClient();
  const freshness = { asOf: '2026-11-27T08:45:00Z', usageThrough: '2026-11-27T08:00:00Z' };
  client.setQueryData(purchaseQueries.freshness(contract.id).queryKey, freshness);
  render(
    <QueryClientProvider client={client}>
      <PurchaseFigures contract={contract} search={purchaseSearch.parse({})} period={period} />
      <p>below</p>
    </QueryClientProvider>,
  );
  const below = page.getByText('below');
  await expect.element(below).toBeVisible();
  await expect.element(page.getByText(/ more than /)).not.toBeVisible();
  const top = below.element().getBoundingClientRect().top;
  resolve();
  await expect.element(page.getByText(/\$22,163\.81: 4\.7% more than/)).toBeVisible();
  expect(below.element().getBoundingClientRect().top).toBe(top);
  await page.viewport(1280, 800);
});
