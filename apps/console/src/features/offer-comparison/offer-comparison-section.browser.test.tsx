import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComparedAmounts, OfferComparison } from '@usance/api/sale/offer-comparison';
import { withFormatted } from '@usance/money/display';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { refusal, reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { OfferComparisonSection } from './offer-comparison-section.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1280, 800));

const compared = (amount: string, offerAmount: string, difference: string): ComparedAmounts =>
  withFormatted({ amount, offerAmount, difference }, 'USD');

const cheaper: OfferComparison = {
  currency: 'USD',
  ...compared('32.000000000000', '20.000000000000', '-12.000000000000'),
  products: [{ product: 'Compute', ...compared('32.000000000000', '20.000000000000', '-12.000000000000') }],
  months: [
    {
      month: '2026-09',
      isRunning: false,
      waitsForRating: false,
      products: [],
      ...compared('20.000000000000', '9.000000000000', '-11.000000000000'),
    },
    {
      month: '2026-10',
      isRunning: true,
      waitsForRating: false,
      products: [],
      ...compared('12.000000000000', '11.000000000000', '-1.000000000000'),
    },
  ],
};

async function compare() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <OfferComparisonSection contractId="ct-aaaa" offerId="po-aaaa" />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Compare with my usage' }));
}

it('compares nothing before it is asked', async () => {
  fetch.mockImplementation(() => new Promise(() => undefined));
  await compare();
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/v1/contracts/ct-aaaa/private-offers/po-aaaa/comparison']);
});

it('a cheaper offer shows its saving, in total, by month and by product', async () => {
  fetch.mockImplementation(() => reply(cheaper));
  await compare();
  await expect.element(page.getByText('You would have saved')).toBeVisible();
  const byMonth = page.getByRole('table', { name: 'Comparison by month' });
  const september = byMonth.getByRole('row').filter({ has: page.getByText('September 2026') });
  for (const text of ['$20.00', '$9.00', '−$11.00']) await expect.element(september.getByText(text)).toBeVisible();
  await expect.element(byMonth.getByText('October 2026, so far')).toBeVisible();
  const byProduct = page.getByRole('table', { name: 'Comparison by product' });
  const compute = byProduct.getByRole('row').filter({ has: page.getByText('Compute') });
  await expect.element(compute.getByText('−$12.00')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Try before you accept' })).toHaveFocus();
});

it('shows that some usage is not rated yet', async () => {
  const months = cheaper.months.map((month) => ({ ...month, waitsForRating: month.month === '2026-10' }));
  fetch.mockImplementation(() => reply({ ...cheaper, months }));
  await compare();
  await expect.element(page.getByText(/^Some of your usage is not rated yet/)).toBeVisible();
});

it('a dearer offer shows the extra cost', async () => {
  fetch.mockImplementation(() =>
    reply({ ...cheaper, ...compared('20.000000000000', '32.000000000000', '12.000000000000') }),
  );
  await compare();
  await expect.element(page.getByText('You would have paid more')).toBeVisible();
});

it('an equal offer shows that there is no difference', async () => {
  fetch.mockImplementation(() => reply({ ...cheaper, ...compared('20.000000000000', '20.000000000000', '0') }));
  await compare();
  await expect.element(page.getByText('No difference')).toBeVisible();
  await expect.element(page.getByText('You would have paid more')).not.toBeInTheDocument();
});

it('shows that there is nothing to compare without usage', async () => {
  const nothing = compared('0', '0', '0');
  const months = cheaper.months.map((month) => ({ ...month, ...nothing }));
  fetch.mockImplementation(() => reply({ ...cheaper, ...nothing, months, products: [] }));
  await compare();
  await expect.element(page.getByText('No usage to compare yet')).toBeVisible();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  await expect.element(page.getByRole('group', { name: 'Try before you accept' })).toHaveFocus();
});

it('a failed comparison shows why, and can be retried', async () => {
  fetch.mockImplementationOnce(() => refusal(503, 'UNAVAILABLE')).mockImplementation(() => reply(cheaper));
  await compare();
  await expect.element(page.getByRole('alert').getByText(/^This is not available/)).toBeVisible();
  const again = page.getByRole('button', { name: 'Compare with my usage' });
  await expect.element(again).toHaveFocus();
  await userEvent.click(again);
  await expect.element(page.getByText('You would have saved')).toBeVisible();
});
