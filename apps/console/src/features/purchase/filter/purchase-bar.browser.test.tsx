import { QueryClient } from '@tanstack/react-query';
import { instant } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { purchaseSearch } from '../search/purchase-search.ts';
import { PurchaseBar } from './purchase-bar.tsx';

const fetch = stubbedFetch();

it('shows the whole word of the comparison', async () => {
  fetch.mockImplementation(() => reply({ items: [] }));
  const search = purchaseSearch.parse({ compare: 'year' });
  const now = instant('2026-11-27T10:20:00Z');
  const metered = { zone: 'UTC', since: instant('2025-01-01T00:00:00Z'), through: undefined } as const;
  const period = purchasePeriodOf({ range: 'this-month' }, metered, now);
  renderWithRoutes(new QueryClient(), () => (
    <PurchaseBar contract={aContract()} search={search} period={period} now={now} onChange={() => undefined} />
  ));
  const field = page.getByRole('combobox', { name: 'Compare with' });
  await expect.element(field).toHaveValue('vs year before');
  expect(field.element().scrollWidth).toBe(field.element().clientWidth);
});
