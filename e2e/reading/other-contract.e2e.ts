import type { Page } from '@playwright/test';
import { type Contract, contracts } from '@usance/api/contract/contract';
import { callAs } from '../support/calls.ts';
import { expect, test } from '../support/test.ts';

test('the URL of one contract never shows data of another', async ({ page, signInAs }) => {
  await signInAs('admin');
  const [one, other] = await twoContracts(page);
  await page.goto(`/billing-center/${one.id}/income-expense`);
  const balance = page.getByRole('main').locator('[data-figures]').first();
  await expect(balance).toBeVisible();
  const release = await hold(page, `**/api/v1/contracts/${other.id}/**`);
  await page.getByRole('combobox', { name: 'Contract' }).click();
  await page.getByRole('option', { name: other.tags }).click();
  await expect(page).toHaveURL(new RegExp(other.id));
  await expect(balance).toBeHidden();
  await expect(page.getByRole('main').getByText(one.tags).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible();
  release();
  await expect(page.getByRole('main')).toContainText(other.tags);
  await expect(balance).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('no row and no sum of one contract stays while those of another load', async ({ page, signInAs }) => {
  await signInAs('admin');
  const [one, other] = await twoContracts(page);
  await page.goto(`/billing-center/${one.id}/income-expense`);
  const rows = page.getByRole('table', { name: 'Cash details' }).getByRole('rowheader');
  const deposits = page.getByText('Deposits', { exact: true }).locator('xpath=following-sibling::dd[1]');
  await expect(rows.first()).toBeVisible();
  await expect(deposits).toContainText('$');
  const release = await hold(page, `**/api/v1/contracts/${other.id}/bank-balances/**`);
  await page.getByRole('combobox', { name: 'Contract' }).click();
  await page.getByRole('option', { name: other.tags }).click();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(other.tags);
  await expect(rows).toHaveCount(0);
  await expect(deposits).toHaveText('—');
  release();
  await expect(rows.first()).toBeVisible();
});

test('the switch keeps the page, and leads from a detail to its list', async ({ page, signInAs }) => {
  await signInAs('admin');
  const [one, other] = await twoContracts(page);
  await page.goto(`/billing-center/${one.id}/statements`);
  const contract = page.getByRole('combobox', { name: 'Contract' });
  await contract.click();
  await page.getByRole('option', { name: other.tags }).click();
  await expect(page).toHaveURL(`/billing-center/${other.id}/statements`);
  await page.goto(`/billing-center/${one.id}/statements`);
  await page.getByRole('table', { name: 'Statements' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Statement of');
  await contract.click();
  await page.getByRole('option', { name: other.tags }).click();
  await expect(page).toHaveURL(`/billing-center/${other.id}/statements`);
  await page.goto(`/contracts/${one.id}/access-control`);
  await contract.click();
  await page.getByRole('option', { name: other.tags }).click();
  await expect(page).toHaveURL(new RegExp(`/contracts/${other.id}/access-control`));
});

test('a page that loads slowly says so, and dims the previous one', async ({ page, signInAs }) => {
  await signInAs('admin');
  const [{ id }] = await twoContracts(page);
  await page.goto(`/billing-center/${id}/statements`);
  const release = await hold(page, '**/api/v1/contracts/*/statements/stm-*');
  await page.getByRole('table', { name: 'Statements' }).getByRole('link').first().click();
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeVisible();
  await expect(page.locator('main > [data-stale]')).toHaveCSS('opacity', '0.55');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Statement of');
  await expect(page.locator('main > [data-stale]')).toHaveCount(0);
});

async function twoContracts(page: Page): Promise<[Contract, Contract]> {
  const { items } = await callAs(page.request, contracts.list, { query: {} });
  const [one, other] = [
    items.find(({ buyerType }) => buyerType === 'E'),
    items.find(({ buyerType }) => buyerType === 'P'),
  ];
  if (!one || !other) throw new Error('The demonstration has a contract of each kind');
  return [one, other];
}

/** Holds the replies to these calls until the returned function is called. */
async function hold(page: Page, calls: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(calls, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
