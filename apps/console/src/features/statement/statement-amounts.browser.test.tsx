import { QueryClient } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { StatementAmounts } from './statement-amounts.tsx';

const plain = {
  contractId: 'ct-aaaa',
  month: '2026-10',
  currency: 'USD',
  amount: '100.00',
  marketplaceMetered: '0.00',
  voucherDeducted: '10.00',
  creditApplied: '0',
  payableAmount: '90.00',
  cashDeducted: '30.00',
  creditDeducted: '0',
  undeductedAmount: '60.00',
  credited: '0',
  overdue: false,
} as Statement;

/** Renders inside a router, which links need. */
const render = (shown: ReactNode) => renderWithRoutes(new QueryClient(), () => shown);

const colourOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).color;

it('shows how the consumption leads to the payable amount, and how much is paid', async () => {
  render(<StatementAmounts statement={plain} />);
  await expect.element(page.getByText('Payable', { exact: true })).toBeVisible();
  const shown = [...document.querySelectorAll('p')].map((text) => text.textContent);
  expect(shown).toEqual([
    ...['Payable', '$90.00', 'Consumption', '$100.00', 'Vouchers redeemed', '$10.00'],
    ...['Deducted', '$30.00', 'Undeducted', '$60.00'],
  ]);
});

it('shows the marketplace’s amount if there is one, so that the figures add up', async () => {
  render(<StatementAmounts statement={{ ...plain, marketplaceMetered: '25.00', payableAmount: '65.00' }} />);
  await expect.element(page.getByText('Billed by the marketplace')).toBeVisible();
  await expect.element(page.getByText('$25.00')).toBeVisible();
});

it('shows used and returned credit, if there is any', async () => {
  render(
    <StatementAmounts statement={{ ...plain, creditApplied: '7.50', creditDeducted: '4.25', credited: '2.00' }} />,
  );
  await expect.element(page.getByText('Credit applied')).toBeVisible();
  await expect.element(page.getByText('$7.50')).toBeVisible();
  await expect.element(page.getByText('Paid by credit')).toBeVisible();
  await expect.element(page.getByText('$4.25')).toBeVisible();
  await expect.element(page.getByText('Returned as credit')).toBeVisible();
  await expect.element(page.getByText('$2.00')).toBeVisible();
});

it('shows only the overdue amount in the warning colour', async () => {
  const bad = <b style={{ color: 'var(--u-bad)' }}>bad</b>;
  render([bad, <StatementAmounts key="amounts" statement={{ ...plain, overdue: true }} />]);
  await expect.element(page.getByText('$60.00')).toBeVisible();
  expect(colourOf('$60.00')).toBe(colourOf('bad'));
  expect(colourOf('$30.00')).not.toBe(colourOf('bad'));
});

it('links to the vouchers’ payments, if there are any', async () => {
  render(<StatementAmounts statement={plain} />);
  const link = page.getByRole('link', { name: 'See which' });
  await expect.element(link).toHaveAttribute('href', '/billing-center/ct-aaaa/vouchers?month=2026-10#redemptions');
  await expect.element(link).toBeVisible();
});

it('has no such link without a voucher’s payment', async () => {
  render(<StatementAmounts statement={{ ...plain, voucherDeducted: '0' }} />);
  await expect.element(page.getByText('Vouchers redeemed')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
