import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/available-balance';
import type { Contract } from '@usance/api/contract';
import { instant } from '@usance/period/instant';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { PurchaseFigures } from './purchase-figures.tsx';
import { purchasePeriodOf } from './purchase-period.ts';
import { purchaseSearch } from './purchase-search.ts';

const fetch = stubbedFetch();

it('shows the last day of the usage, which may differ from the day of the update', async () => {
  fetch.mockImplementation(() => reply({ items: [] }));
  const contract = { id: 'ct-aaaaaaaaaaaa', currency: 'CNY', billingZone: 'Asia/Shanghai' } as Contract;
  const [since, through] = [instant('2025-09-30T16:00:00Z'), instant('2026-11-23T23:00:00Z')];
  const metered = { zone: contract.billingZone, since, through };
  const period = purchasePeriodOf({ range: 'this-month' }, metered, instant('2026-11-24T00:02:00Z'));
  const client = new QueryClient();
  const balance = { asOf: '2026-11-24T00:02:00Z', usageThrough: '2026-11-23T23:00:00Z' } as AvailableBalance;
  client.setQueryData(availableBalanceQueries.detail(contract.id).queryKey, balance);
  render(
    <QueryClientProvider client={client}>
      <PurchaseFigures contract={contract} search={purchaseSearch.parse({})} period={period} />
    </QueryClientProvider>,
  );
  await expect
    .element(page.getByText('Updated 08:02 UTC+8 · Usage through Nov 24, 2026, 07:00 UTC+8 · Days in Asia/Shanghai'))
    .toBeVisible();
});
