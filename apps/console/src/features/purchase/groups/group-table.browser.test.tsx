import { QueryClient } from '@tanstack/react-query';
import { withFormatted } from '@usance/money/display';
import { instant } from '@usance/period/instant';
import { purchasePeriodOf } from '@usance/period/purchase-period';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { copiedRows } from '../../../testing/copied-rows.ts';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { aContract } from '../../contract/contract.fixture.ts';
import { purchaseSearch } from '../search/purchase-search.ts';
import { GroupTable } from './group-table.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1440, 800));

const metered = { zone: 'UTC', since: instant('2026-01-01T00:00:00Z'), through: undefined } as const;
const period = purchasePeriodOf({ range: 'this-month' }, metered, instant('2026-11-27T10:20:00Z'));
const comparedDays = {
  now: { start: '2026-11-01T00:00:00Z', end: '2026-11-27T00:00:00Z' },
  before: { start: '2026-10-01T00:00:00Z', end: '2026-10-27T00:00:00Z' },
};

function show(amount: string) {
  const of = withFormatted({ amount: '90', formerAmount: '100', change: '-10' }, 'USD');
  const sum = { ...withFormatted({ amount }, 'USD'), compared: { ...of, changePercent: '-10.0' } };
  const lake = { product: 'Compute', ...sum, share: '100.0', steps: [amount] };
  fetch.mockImplementation(() =>
    reply({ items: [lake], totalSize: 1, pageNum: 1, pageSize: 20, ...sum, comparedDays, steps: [] }),
  );
  renderWithRoutes(new QueryClient(), () => (
    <GroupTable contract={aContract()} search={purchaseSearch.parse({})} period={period} onChange={() => undefined} />
  ));
}

it('shows what the change is calculated from where today is in the amount only, also in the total and in files', async () => {
  show('105');
  await expect.element(page.getByRole('columnheader', { name: 'On the compared days (USD)' })).toBeVisible();
  const [head, ...lines] = await copiedRows();
  expect(head?.slice(1, 5)).toEqual(['Amount (USD)', 'On the compared days (USD)', 'Before (USD)', 'Change']);
  expect(lines.map((line) => line.slice(1, 5))).toEqual([
    ['105', '90', '100', '-10'],
    ['105', '90', '100', '-10'],
  ]);
});

it('shows no second amount where all shown days are compared', async () => {
  show('90');
  await expect.element(page.getByRole('columnheader', { name: 'Before (USD)' })).toBeVisible();
  await expect.element(page.getByRole('columnheader', { name: /compared days/ })).not.toBeInTheDocument();
});
