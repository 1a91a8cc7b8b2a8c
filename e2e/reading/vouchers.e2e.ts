import type { Page } from '@playwright/test';
import { balanceWarnings } from '@usance/api/billing/balance-warning';
import { deductions } from '@usance/api/billing/deduction';
import { vouchers } from '@usance/api/money/voucher';
import { callAs } from '../support/calls.ts';
import { companyContract, type Person } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

type SignIn = (person: Person) => Promise<unknown>;

/** Opens the vouchers of the demonstration's company, as a person who reads its bills. */
async function openVouchers(page: Page, signInAs: SignIn, search = ''): Promise<string> {
  await signInAs('auditor');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/vouchers${search}`);
  await expect(page.getByRole('heading', { name: 'Vouchers', level: 1 })).toBeVisible();
  return id;
}

test('vouchers are filtered by state, and a reload keeps the filter', async ({ page, signInAs }) => {
  const id = await openVouchers(page, signInAs);
  const table = page.getByRole('table', { name: 'Issuance history' });
  const { items } = await callAs(page.request, vouchers.list, { params: { id }, query: {} });
  await expect(table.getByRole('rowheader')).toHaveCount(items.length);
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Not bound yet' }).click();
  await expect(page).toHaveURL(/[?&]state=unbound/);
  const unbound = items.filter(({ boundContractID }) => boundContractID === null);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await expect(table.getByRole('rowheader')).toHaveCount(unbound.length);
    await expect(table).toContainText('days from the moment it is bound');
  }
  await page.getByRole('button', { name: 'Clear State' }).click();
  await expect(table.getByRole('rowheader')).toHaveCount(items.length);
});

test('the remaining, redeemed and expired amounts add up to the issued amount', async ({ page, signInAs }) => {
  const id = await openVouchers(page, signInAs);
  const sums = await callAs(page.request, vouchers.summary, { params: { id }, query: {} });
  for (const shown of [sums.validFormatted, sums.availableFormatted, sums.redeemedFormatted, sums.issuedFormatted])
    await expect(page.locator('[data-figures]').getByText(shown, { exact: true }).first()).toBeVisible();
});

test('a redemption links to its statement, and the statement to its payments', async ({ page, signInAs }) => {
  const id = await openVouchers(page, signInAs);
  const query = { deductType: 'voucher' } as const;
  const { items } = await callAs(page.request, deductions.list, { params: { id }, query });
  const redemptions = page.getByRole('table', { name: 'Redemption history' });
  await expect(redemptions.getByRole('link')).toHaveCount(items.length);
  await redemptions.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /^Statement of/, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'See which' }).click();
  await expect(page).toHaveURL(new RegExp(`/billing-center/${id}/vouchers\\?month=\\d{4}-\\d\\d#redemptions$`));
  await expect(redemptions.getByRole('link')).toHaveCount(1);
});

test('a person who reads bills sees the balance that triggers a notification, and cannot change it', async ({
  page,
  signInAs,
}) => {
  await signInAs('auditor');
  const { id } = await companyContract(page.request);
  const { threshold } = await callAs(page.request, balanceWarnings.get, { params: { id } });
  await page.goto(`/billing-center/${id}/income-expense#balance_warning`);
  const field = page.getByRole('textbox', { name: 'Warn below, in USD' });
  expect(threshold).toBe('0.00000000');
  await expect(field).toHaveValue('0.00');
  await expect(field).toBeDisabled();
});
