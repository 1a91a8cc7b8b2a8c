import { QueryClient } from '@tanstack/react-query';
import type { ExplainedBalance } from '@usance/api/billing/available-balance';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { refusal, reply, stubbedFetch } from '../../../testing/stubbed-fetch.ts';
import { BalanceExplanation } from './balance-explanation.tsx';

const fetch = stubbedFetch();
beforeEach(() => page.viewport(1280, 800));

const money = (amount: string) => ({ amount, amountFormatted: `$${amount}` });
const explained: ExplainedBalance = {
  contractId: 'ct-aaaaaaaaaaaa',
  currency: 'USD',
  availableBalance: '91.87654321',
  availableBalanceFormatted: '$91.88',
  terms: [
    {
      term: 'cash',
      isOwed: false,
      ...money('95.00000000'),
      parts: [
        { kind: 'deduct', count: 1, ...money('-5.00000000') },
        { kind: 'deposit', count: 2, ...money('100.00000000') },
      ],
    },
    {
      term: 'unbilled',
      isOwed: true,
      ...money('0.12345679'),
      parts: [
        { kind: 'month', month: '2026-10', ...money('0.123456789012') },
        { kind: 'rounding', ...money('0.000000000988') },
      ],
    },
    {
      term: 'due',
      isOwed: true,
      ...money('3.00000000'),
      parts: [{ kind: 'statement', statementID: 'stm-aaaaaaaaaaaa', month: '2026-09', ...money('3.00000000') }],
    },
  ],
  asOf: '2026-10-20T00:00:00.000Z',
};

function show() {
  const onClose = vi.fn();
  renderWithRoutes(new QueryClient({ defaultOptions: { queries: { retry: false } } }), () => (
    <BalanceExplanation
      contract={{ id: explained.contractId, currency: 'USD', billingZone: 'UTC' }}
      onClose={onClose}
    />
  ));
}

it('lists the parts with the sign by which they count, all places, and the balance below', async () => {
  fetch.mockImplementation(async () => reply(explained));
  show();
  for (const row of [
    'Cash balance Deposits: 2 +$100.000000000000',
    'Cash balance Deductions for statements: 1 −$5.000000000000',
    'Unbilled usage Usage of October 2026 −$0.123456789012',
    'Available balance $91.876543210000',
  ])
    await expect.element(page.getByRole('row', { name: row })).toBeVisible();
  const statement = page.getByRole('link', { name: 'Statement of September 2026' });
  await expect.element(statement).toHaveAttribute('href', expect.stringContaining('stm-aaaaaaaaaaaa'));
});

it('says that it failed, and tries again', async () => {
  fetch.mockImplementation(async () => refusal(500, 'INTERNAL_ERROR'));
  show();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  fetch.mockImplementation(async () => reply(explained));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('Deposits: 2')).toBeVisible();
});
