import { QueryClient } from '@tanstack/react-query';
import type { AccountPeriod, AvailableBalance } from '@usance/api/billing/available-balance';
import type { ComponentProps } from 'react';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { BalanceFigures } from './balance-figures.tsx';

const end = '2026-11-23T16:00:00Z';
const balance = (summary: AccountPeriod, overdue = '0') =>
  ({
    isStudy: false,
    currency: 'USD',
    availableBalance: '-12.00',
    state: { summary },
    details: {
      bankBalance: '1.00',
      voucher: '2.00',
      frozen: '3.00',
      unbilled: '4.00',
      carriedCredit: '0.00000000',
      undeductedDue: '5.00',
      undeductedOverDue: overdue,
      overdraftEnd: end,
      extensionPeriodEnd: end,
      suspensionPeriodEnd: end,
      backupPeriodEnd: end,
    },
    asOf: '2026-11-22T16:00:00Z',
    usageThrough: null,
  }) as AvailableBalance;

const show = (shown: AvailableBalance, contract: Partial<ComponentProps<typeof BalanceFigures>['contract']> = {}) => {
  const tones = ['good', 'warn', 'bad'].map((tone) => (
    <b key={tone} style={{ color: tone === 'good' ? 'var(--u-strong)' : `var(--u-${tone})` }}>
      {tone}
    </b>
  ));
  renderWithRoutes(new QueryClient(), () => (
    <>
      {tones}
      <BalanceFigures
        balance={shown}
        onExplain={() => {}}
        contract={{
          id: 'ct-aaaa',
          billingZone: 'UTC',
          state: 'Active',
          marketplace: { state: 'unknown' },
          ...contract,
        }}
      />
    </>
  ));
};
const colourOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).color;

it.each([
  ['normal', 'good'],
  ['overdraft', 'warn'],
  ['extensionPeriod', 'bad'],
  ['suspensionPeriod', 'bad'],
  ['backupPeriod', 'bad'],
  ['destructionPeriod', 'bad'],
] as const)('styles the number by the state of the account: %s is %s', async (summary, tone) => {
  show(balance(summary));
  await expect.element(page.getByText('−$12.00')).toBeVisible();
  expect(colourOf('−$12.00')).toBe(colourOf(tone));
});

it.each([
  ['overdraft', 'Overdraft', 'The extension period begins tomorrow, 16:00 UTC, in 1 day, unless you pay before.'],
  ['extensionPeriod', 'Extension period', 'Service will be suspended tomorrow, 16:00 UTC, in 1 day.'],
  [
    'suspensionPeriod',
    'Suspension period',
    'Data clouds are paused while the account is suspended, and none can be created. Data will be archived tomorrow, 16:00 UTC, in 1 day.',
  ],
  ['backupPeriod', 'Backup period', 'All resources will be permanently deleted tomorrow, 16:00 UTC, in 1 day.'],
  ['destructionPeriod', 'Destruction period', 'In the destruction period, all resources are deleted.'],
] as const)(
  'tags a state other than normal, and explains the next one when pressed: %s',
  async (summary, tag, help) => {
    show(balance(summary));
    await userEvent.click(page.getByRole('button', { name: tag }));
    await expect.element(page.getByText(help, { exact: true })).toBeVisible();
  },
);

it('asks for no payment in an overdraft within the credit limit', async () => {
  const { overdraftEnd: _, ...details } = balance('overdraft').details;
  show({ ...balance('overdraft'), details });
  await userEvent.click(page.getByRole('button', { name: 'Overdraft' }));
  const help = 'Your balance is below zero. Nothing is late, and you need not pay yet.';
  await expect.element(page.getByText(help, { exact: true })).toBeVisible();
});

it('shows no tag in the normal state', async () => {
  show(balance('normal'));
  await expect.element(page.getByText('Available balance')).toBeVisible();
  await expect.element(page.getByRole('button', { expanded: false })).not.toBeInTheDocument();
});

it('shows the six amounts beside it, and an overdue one in the warning colour', async () => {
  show(balance('normal', '6.00'));
  await expect.element(page.getByText('$6.00')).toBeVisible();
  const text = document.body.textContent;
  for (const part of ['Cash balance$1.00', 'Voucher balance$2.00', 'Frozen$3.00', 'Unbilled$4.00', 'Due$5.00'])
    expect(text).toContain(part);
  expect(text).toContain('Overdue$6.00');
  expect(colourOf('$6.00')).toBe(colourOf('bad'));
  expect(colourOf('$5.00')).not.toBe(colourOf('bad'));
});

it('shows a study’s usage, but neither a balance nor a debt', async () => {
  show({ ...balance('normal'), isStudy: true });
  await expect.element(page.getByText('Used', { exact: true })).toBeVisible();
  await expect.element(page.getByText('$4.00')).toBeVisible();
  await expect.element(page.getByText(/You owe nothing on it\./)).toBeVisible();
  for (const word of ['Available balance', 'Overdue', '−$12.00', 'Unbilled'])
    await expect.element(page.getByText(word)).not.toBeInTheDocument();
});

it('shows the time in the contract’s billing zone, and UTC as a tooltip', async () => {
  const usageThrough = '2026-11-22T15:00:00Z';
  show({ ...balance('normal'), usageThrough }, { billingZone: 'Asia/Shanghai' });
  const time = page.getByText('Updated 00:00 UTC+8 · Usage through Nov 22, 2026, 23:00 UTC+8');
  await expect.element(time).toHaveAttribute('title', 'Updated 16:00 UTC · Usage through Nov 22, 2026, 15:00 UTC');
});

it('shows the marketplace’s amount beside the unbilled one', async () => {
  const linked = balance('normal');
  show(
    { ...linked, details: { ...linked.details, unbilled: '0', marketplaceMetered: '6.51000000' } },
    { marketplace: { state: 'activated', cloudProvider: 'aws' } },
  );
  await expect.element(page.getByText('Billed by AWS Marketplace')).toBeVisible();
  await expect.element(page.getByText('$6.51')).toBeVisible();
});

it('links each amount to where it comes from', async () => {
  show(balance('normal', '6.00'));
  const hrefs: [string, string][] = [
    ['Cash balance', 'income-expense#cash_details'],
    ['Frozen', 'income-expense#frozen_details'],
    ['Voucher balance', 'vouchers'],
    ['Unbilled', 'cost-analysis'],
    ['Due', 'statements'],
    ['Overdue', 'statements'],
  ];
  for (const [name, href] of hrefs) {
    const link = page.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', `/billing-center/ct-aaaa/${href}`);
  }
});

it('shows credit as its own term, and adds it to the usage', async () => {
  const plain = balance('normal');
  show({ ...plain, details: { ...plain.details, unbilled: '4.00', carriedCredit: '1.50' } });
  await expect.element(page.getByText('Unbilled usage')).toBeVisible();
  expect(document.body.textContent).toContain('Credit$1.50');
  expect(document.body.textContent).toContain('Unbilled usage$5.50');
});
