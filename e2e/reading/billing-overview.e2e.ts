import type { Page } from '@playwright/test';
import { bank } from '@usance/api/billing/bank';
import { callAs } from '../support/calls.ts';
import { companyContract, type Person } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('cash is filtered by kind and sorted by amount, and a reload keeps both', async ({ page, signInAs }) => {
  const id = await openOverview(page, signInAs);
  const cash = page.getByRole('table', { name: 'Cash details' });
  const filters = page.locator('#cash_details');
  await filters.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Deduction' }).click();
  await expect(page).toHaveURL(/[?&]cashType=deduct/);
  await cash.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/[?&]cashSort=amount/);
  const ordering = await cash.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort');
  const query = { types: 'deduct', orderBy: 'amount', ordering: ordering === 'ascending' ? 'asc' : 'desc' } as const;
  const { items } = await callAs(page.request, bank.details, { params: { id }, query });
  expect(items.length).toBeGreaterThan(2);
  const amounts = items.map(({ amount }) => `-${amount}`);
  await expect.poll(() => titlesIn(page, '#cash_details tbody td:nth-child(3) [title]')).toEqual(amounts);
  await page.reload();
  await expect.poll(() => titlesIn(page, '#cash_details tbody td:nth-child(3) [title]')).toEqual(amounts);
  await filters.getByRole('button', { name: 'Clear Type' }).click();
  await expect(cash.getByText('Deposit', { exact: true }).first()).toBeVisible();
});

test('months without entries show a message, and can be cleared', async ({ page, signInAs }) => {
  await openOverview(page, signInAs, '?cashFrom=2020-01&cashTo=2020-02');
  const cash = page.locator('#cash_details');
  await expect(cash).toContainText('Nothing matches these filters');
  await cash.getByRole('button', { name: 'Clear Time range' }).click();
  await expect(page).not.toHaveURL(/cashFrom/);
  await expect(cash.getByRole('rowheader').first()).toBeVisible();
});

test('a deposit shows its bank time and sender, and a deduction links to its statement', async ({ page, signInAs }) => {
  const id = await openOverview(page, signInAs);
  const cash = page.getByRole('table', { name: 'Cash details' });
  const query = { types: 'deposit' };
  const { items } = await callAs(page.request, bank.details, { params: { id }, query });
  const [deposit] = items;
  const row = cash
    .getByRole('row')
    .filter({ hasText: deposit?.memo.counterpartAccountName ?? 'nobody' })
    .first();
  await expect(cash.getByRole('columnheader').nth(4)).toHaveText('Transacted');
  const transacted = row.getByRole('cell').nth(3).locator('time');
  await expect(transacted).toHaveAttribute('datetime', deposit?.memo.gmtTransacted ?? 'never');
  await expect(row).toContainText(deposit?.memo.counterpartAccountNumber ?? 'nothing');
  await expect(cash.getByRole('link', { name: /^Statement of/ }).first()).toHaveAttribute(
    'href',
    new RegExp(`^/billing-center/${id}/statements/stm-`),
  );
});

test('frozen cash is filtered by kind and sorted', async ({ page, signInAs }) => {
  await openOverview(page, signInAs);
  const frozen = page.locator('#frozen_details');
  const held = page.getByRole('table', { name: 'Frozen details' }).getByRole('cell', { name: 'Frozen', exact: true });
  await expect(held.first()).toBeVisible();
  await frozen.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/[?&]frozenSort=amount/);
  await frozen.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Released' }).click();
  await expect(page).toHaveURL(/[?&]frozenType=unfrozen/);
  await expect(held).toHaveCount(0);
});

test('anchors in links lead to the cash details and the frozen details', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await openOverview(page, signInAs, '#frozen_details');
  await expect(page.getByRole('heading', { name: 'Frozen details' })).toBeInViewport();
});

test('an account that must act sees a warning on every page of its bills, with the next step', async ({
  page,
  signInAs,
}) => {
  await page.route('**/available-balances', async (route) => {
    const reply = await route.fetch();
    const balance = await reply.json();
    const details = { ...balance.details, undeductedOverDue: '10.00', extensionPeriodEnd: '2026-12-24T16:00:00Z' };
    await route.fulfill({ response: reply, json: { ...balance, state: { summary: 'extensionPeriod' }, details } });
  });
  await signInAs('admin');
  const { tags } = await companyContract(page.request);
  await page.goto('/contracts');
  await page.getByRole('article', { name: tags }).getByRole('link', { name: 'Billing center' }).click();
  const banner = page.getByRole('complementary', { name: 'Extension period' });
  const link = banner.getByRole('link', { name: 'See overdue statements' });
  const colours = new Set<string>();
  for (const screen of ['Overview', 'Cost analysis', 'Statements', 'Overview']) {
    await page.getByRole('list', { name: 'Billing center' }).getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    await expect(banner).toContainText('Service will be suspended on Dec 24, 2026, 16:00 UTC');
    colours.add(String(await link.evaluate('(element) => getComputedStyle(element).color')));
  }
  expect([...colours]).toHaveLength(1);
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
});

async function openOverview(page: Page, signInAs: (person: Person) => Promise<void>, rest = ''): Promise<string> {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/income-expense${rest}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  return id;
}

const titlesIn = (page: Page, cells: string) =>
  page.locator(cells).evaluateAll((all) => all.map((cell) => cell.getAttribute('title')));
