import { QueryClient } from '@tanstack/react-query';
import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { reply, stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { PaymentMethodsPage } from './payment-methods-page.tsx';

const fetch = stubbedFetch();
beforeEach(() => {
  fetch.mockImplementation(() => reply({ items: [] }));
});

const trade = {
  currency: 'USD',
  seller: 'Usance Inc.',
  bank: { accountName: 'Usance Inc.', accountNumber: '12345678', openingBank: 'First Bank', swiftCode: 'FIRSTXXX' },
  statementDay: 2,
  deductionDay: 7,
};
const owing = (availableBalance: string, details: Partial<AvailableBalance['details']>) => ({
  currency: 'USD',
  isStudy: false,
  state: { summary: 'normal' },
  asOf: '2026-11-22T16:00:00Z',
  availableBalance,
  details: { bankBalance: '0', frozen: '0', unbilled: '0', undeductedDue: '0', undeductedOverDue: '0', ...details },
});

const show = (balance: object, marketplace = aContract().marketplace) => {
  const contract = aContract({ marketplace });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(contractQueries.detail(contract.id).queryKey, contract);
  client.setQueryData(availableBalanceQueries.detail(contract.id).queryKey, balance as AvailableBalance);
  renderWithRoutes(client, () => <PaymentMethodsPage contractId={contract.id} />);
};

it('shows for a study that nothing is owed, and no bank details', async () => {
  show({ isStudy: true });
  const help = 'This contract shows an imported bill for analysis only. You owe nothing on it.';
  await expect.element(page.getByText(help, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Bank transfer' })).not.toBeInTheDocument();
});

it('shows how to pay for any other contract', async () => {
  show(owing('5', {}));
  await expect.element(page.getByRole('heading', { name: 'Bank transfer' })).toBeVisible();
});

it.each([
  [
    'statements beyond free cash',
    owing('900', { bankBalance: '300', frozen: '100', undeductedDue: '50', undeductedOverDue: '1500' }),
    '$1,350.00',
  ],
  ['a balance below zero', owing('-12.5', { undeductedOverDue: '10' }), '$12.50'],
])('shows the amount, the account and the payment reference: %s', async (_, balance, amount) => {
  fetch.mockImplementation(() => reply({ items: [trade] }));
  show(balance);
  const section = page.getByRole('region', { name: 'Bank transfer' });
  await expect.element(section.getByText(amount)).toBeVisible();
  for (const fact of ['12345678', 'First Bank', aContract().id])
    await expect.element(section.getByText(fact)).toBeVisible();
});

it.each([
  ['free cash covers the due amount', owing('70', { bankBalance: '100', undeductedDue: '30' })],
  ['corrections will pay what is overdue', owing('10', { unbilled: '-30', undeductedOverDue: '20' })],
])('asks for no payment if %s', async (_, balance) => {
  fetch.mockImplementation(() => reply({ items: [trade] }));
  show(balance);
  await expect.element(page.getByText('12345678')).toBeVisible();
  await expect.element(page.getByText('Amount to send')).not.toBeInTheDocument();
});

it('shows the payment date, and copies the amount', async () => {
  fetch.mockImplementation(() => reply({ items: [trade] }));
  const late = owing('-12.5', { undeductedOverDue: '12.5', extensionPeriodEnd: '2999-01-01T00:00:00Z' });
  show({ ...late, state: { summary: 'extensionPeriod' } });
  await expect.element(page.getByText('Deadline')).toBeVisible();
  await expect.element(page.getByText(/^Service will be suspended/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy 12.50' })).toBeVisible();
});

it('has no payment date in an overdraft within the credit limit', async () => {
  fetch.mockImplementation(() => reply({ items: [trade] }));
  show({ ...owing('-12.5', {}), state: { summary: 'overdraft' } });
  await expect.element(page.getByText('Amount to send')).toBeVisible();
  await expect.element(page.getByText('Deadline')).not.toBeInTheDocument();
});

it('shows a linked marketplace first, and folds the bank details', async () => {
  fetch.mockImplementation(() => reply({ items: [trade] }));
  show(owing('5', { marketplaceMetered: '6.51000000' }), { state: 'activated', cloudProvider: 'aws' });
  await expect.element(page.getByText('Billed by AWS Marketplace')).toBeVisible();
  await expect.element(page.getByText('$6.51')).toBeVisible();
  const headings = page
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
  expect(headings).toEqual(['Cloud marketplace', 'Bank transfer']);
  await expect.element(page.getByText('12345678')).not.toBeVisible();
  await userEvent.click(page.getByText('Show the bank details'));
  await expect.element(page.getByText('12345678')).toBeVisible();
});
