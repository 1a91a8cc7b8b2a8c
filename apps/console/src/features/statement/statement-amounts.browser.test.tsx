import { QueryClient } from '@tanstack/react-query';
import type { Statement } from '@usance/api/statement';
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
  undeductedAmount: '60.00',
  credited: '0',
  overdue: false,
} as Statement;

/** Links need a router around them. */
const render = (shown: ReactNode) => renderWithRoutes(new QueryClient(), () => shown);

const colourOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).color;

it('shows how consumption comes to what is to be paid, and how far that is paid', async () => {
  render(<StatementAmounts statement={plain} />);
  await expect.element(page.getByText('Payable', { exact: true })).toBeVisible();
  const shown = [...document.querySelectorAll('p')].map((text) => text.textContent);
  expect(shown).toEqual([
    ...['Payable', '$90.00', 'Consumption', '$100.00', 'Vouchers redeemed', '$10.00'],
    ...['Deducted', '$30.00', 'Undeducted', '$60.00'],
  ]);
});

it('shows what the marketplace bills, so that the figures add up, where there is any', async () => {
  render(<StatementAmounts statement={{ ...plain, marketplaceMetered: '25.00', payableAmount: '65.00' }} />);
  await expect.element(page.getByText('Billed by the marketplace')).toBeVisible();
  await expect.element(page.getByText('$25.00')).toBeVisible();
});

it('shows the credit that has paid a part, and what was given back, where there is any', async () => {
  render(<StatementAmounts statement={{ ...plain, creditApplied: '7.50', credited: '2.00' }} />);
  await expect.element(page.getByText('Credit applied')).toBeVisible();
  await expect.element(page.getByText('$7.50')).toBeVisible();
  await expect.element(page.getByText('Returned as credit')).toBeVisible();
  await expect.element(page.getByText('$2.00')).toBeVisible();
});

it('shows what is overdue in the colour of what is bad, and no other amount', async () => {
  const bad = <b style={{ color: 'var(--u-bad)' }}>bad</b>;
  render([bad, <StatementAmounts key="amounts" statement={{ ...plain, overdue: true }} />]);
  await expect.element(page.getByText('$60.00')).toBeVisible();
  expect(colourOf('$60.00')).toBe(colourOf('bad'));
  expect(colourOf('$30.00')).not.toBe(colourOf('bad'));
});

it('leads to what each voucher has paid of it, where any has', async () => {
  render(<StatementAmounts statement={plain} />);
  const link = page.getByRole('link', { name: 'See which' });
  await expect.element(link).toHaveAttribute('href', '/billing-center/ct-aaaa/vouchers?month=2026-10#redemptions');
  await expect.element(link).toBeVisible();
});

it('leads nowhere where no voucher has paid', async () => {
  render(<StatementAmounts statement={{ ...plain, voucherDeducted: '0' }} />);
  await expect.element(page.getByText('Vouchers redeemed')).toBeVisible();
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
