import { availableBalances } from '@usance/api/billing/available-balance';
import { accounts } from '@usance/api/people/account';
import { sendAs } from '../support/calls.ts';
import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('an admin takes the costs from everyone and gives them back, and a viewer then meets no refusal in cost analysis', async ({
  page,
  signInAs,
  baseURL,
}) => {
  test.slow();
  // Other tests make contracts that the viewer does not see.
  await signInAs('viewer');
  const { id } = await companyContract(page.request);
  await sendAs(page.request, accounts.logout, {}, baseURL);
  await signInAs('admin');
  await page.goto(`/contracts/${id}/access-control`);
  const box = page.getByRole('checkbox', { name: 'Every role sees the costs' });
  await expect(box).toBeChecked();
  await box.click();
  await expect(page.getByText('Only billing roles see the costs now')).toBeVisible();

  await sendAs(page.request, accounts.logout, {}, baseURL);
  await signInAs('viewer');
  await page.goto('/dataclouds');
  await expect(page.getByText('Costs are shown once an admin of the contract shares them.')).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: /^\$/ })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await sendAs(page.request, accounts.logout, {}, baseURL);
  await signInAs('admin');
  await page.goto(`/contracts/${id}/access-control`);
  await expect(box).not.toBeChecked();
  await box.click();
  await expect(page.getByText('Every role now sees the costs')).toBeVisible();

  await sendAs(page.request, accounts.logout, {}, baseURL);
  await signInAs('viewer');
  await page.goto(`/contracts/${id}/access-control`);
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  await page.goto('/dataclouds');
  await page.getByRole('article').getByRole('link', { name: /^\$/ }).first().click();
  await expect(page).toHaveURL(/\/billing-center\/ct-.*\/cost-analysis/);
  // A month that is signed at every time to which other tests move the clock.
  await page.goto(`/billing-center/${id}/cost-analysis?range=2026-09-01..2026-09-30`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Cost analysis' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Statements' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible();
  await expect(page.getByText(/Usage through/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What changed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export FOCUS' })).toHaveCount(0);
  expect((await sendAs(page.request, availableBalances.get, { params: { id } })).status()).toBe(403);
});
