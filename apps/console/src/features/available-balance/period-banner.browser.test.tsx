import type { AvailableBalance } from '@usance/api/billing/available-balance';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { mustAct } from './must-act.ts';
import { PeriodBanner } from './period-banner.tsx';

const balance = (
  summary: AvailableBalance['state']['summary'],
  given: object = {},
  end = '2026-11-23T16:00:00Z',
): AvailableBalance => ({
  contractId: 'ct-aaaaaaaa',
  currency: 'CNY',
  isStudy: false,
  availableBalance: '-12.00',
  availableBalanceFormatted: '-￥12.00',
  state: { summary, ...given },
  details: {
    bankBalance: '0',
    bankBalanceFormatted: '￥0.00',
    voucher: '0',
    voucherFormatted: '￥0.00',
    frozen: '0',
    frozenFormatted: '￥0.00',
    unbilled: '0',
    unbilledFormatted: '￥0.00',
    carriedCredit: '0',
    carriedCreditFormatted: '￥0.00',
    undeductedDue: '0',
    undeductedDueFormatted: '￥0.00',
    undeductedOverDue: '12.00',
    undeductedOverDueFormatted: '￥12.00',
    extensionPeriodEnd: end,
    suspensionPeriodEnd: end,
    backupPeriodEnd: end,
  },
  asOf: '2026-11-22T15:00:00Z',
  usageThrough: null,
});

it.each([
  ['2026-11-22T15:30:00Z', 'today, 23:30 UTC+8, in 30 minutes'],
  ['2026-11-23T08:00:00Z', 'tomorrow, 16:00 UTC+8, in 17 hours'],
  ['2026-11-23T16:00:00Z', 'on Nov 24, 2026, 00:00 UTC+8, in 1 day'],
])('shows the next state, its time in the contract’s zone, and the remaining time: %s', async (end, when) => {
  render(
    <PeriodBanner
      balance={balance('extensionPeriod', {}, end)}
      contract={{ billingZone: 'Asia/Shanghai', state: 'Active' }}
      overdueLink={<a href="#overdue">See overdue statements</a>}
      payLink={<a href="#pay">How to pay</a>}
    />,
  );
  const banner = page.getByRole('complementary', { name: 'Extension period' });
  await expect.element(banner.getByText(`Service will be suspended ${when}.`, { exact: true })).toBeVisible();
  await expect.element(banner.getByRole('link', { name: 'See overdue statements' })).toBeVisible();
  await expect.element(banner.getByRole('link', { name: 'How to pay' })).toBeVisible();
});

it('keeps its links beside each other on a tablet', async () => {
  await page.viewport(700, 800);
  render(
    <PeriodBanner
      balance={balance('suspensionPeriod')}
      contract={{ billingZone: 'Asia/Shanghai', state: 'Active' }}
      overdueLink={<a href="#overdue">See overdue statements</a>}
      payLink={<a href="#pay">How to pay</a>}
    />,
  );
  const pay = page.getByRole('link', { name: 'How to pay' });
  await expect.element(pay).toBeVisible();
  const topOf = (name: string) => page.getByRole('link', { name }).element().getBoundingClientRect().top;
  expect(topOf('How to pay')).toBe(topOf('See overdue statements'));
  await page.viewport(1280, 800);
});

it.each([
  ['Renewed', 'suspensionPeriod', 'This contract has ended. Please pay what is still owed on it.'],
  ['Renewed', 'backupPeriod', 'This contract has ended. Please pay what is still owed on it.'],
  ['End', 'extensionPeriod', 'This contract has ended. Please pay what is still owed on it.'],
  ['End', 'suspensionPeriod', 'This contract has ended. Please pay what is still owed on it.'],
  [
    'End',
    'backupPeriod',
    'This contract has ended. Please pay what is still owed on it. Data clouds that it still has will be deleted tomorrow, 16:00 UTC+8, in 17 hours.',
  ],
] as const)('promises no service for an ended contract: %s in its %s', async (state, summary, help) => {
  render(
    <PeriodBanner
      balance={balance(summary, {}, '2026-11-23T08:00:00Z')}
      contract={{ billingZone: 'Asia/Shanghai', state }}
      overdueLink={null}
      payLink={null}
    />,
  );
  await expect.element(page.getByText(help, { exact: true })).toBeVisible();
});

it('is shown only while a payment keeps the next state away', () => {
  expect((['extensionPeriod', 'suspensionPeriod', 'backupPeriod'] as const).map((s) => mustAct(balance(s)))).toEqual([
    true,
    true,
    true,
  ]);
  const overdraft = balance('overdraft');
  expect(mustAct(overdraft)).toBe(false);
  expect(mustAct({ ...overdraft, details: { ...overdraft.details, overdraftEnd: '2026-11-23T15:00:00Z' } })).toBe(true);
  expect(mustAct(balance('normal'))).toBe(false);
  expect(mustAct(balance('destructionPeriod'))).toBe(false);
  expect(mustAct(balance('extensionPeriod', { stoppedAt: '2026-11-20T00:00:00Z' }))).toBe(false);
});
