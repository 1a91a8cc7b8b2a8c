import { contracts } from '@usance/api/contract/contract';
import { sendAs } from '../support/calls.ts';
import { companyContract, newestStatement } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test.describe('a viewer', () => {
  test.use({ refusals: [403] });

  test('sees the data clouds and their shared costs, and the reason why bills are refused', async ({
    page,
    signInAs,
  }) => {
    await signInAs('viewer');
    await page.goto('/dataclouds');
    await expect(page.getByRole('article')).toHaveCount(5);
    const { id } = await companyContract(page.request);
    for (const screen of ['income-expense', 'statements']) {
      await page.goto(`/billing-center/${id}/${screen}`);
      await expect(page.getByText('You need the role billing_viewer on this contract').first()).toBeVisible();
      await expect(page.getByText('$')).toHaveCount(0);
    }
    await expect(page.getByRole('heading', { level: 1, name: 'You may not see these bills' })).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: 'Access control' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Cost analysis' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Statements' })).toHaveCount(0);
    await page.getByRole('main').getByRole('link', { name: 'Open the contract' }).click();
    await expect(page).toHaveURL(`/contracts/${id}/overview`);
  });
});

test('a person who may not create a data cloud finds the button disabled', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/dataclouds');
  await expect(page.getByRole('button', { name: 'Create data cloud' })).toBeDisabled();
});

test('a person who may not create a data cloud gets no form for it by any route', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/create-datacloud');
  await expect(page.getByRole('main')).toContainText('You may not create data clouds');
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('a person who may not read data clouds sees that reason, and not an empty list', async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/dataclouds');
  await expect(page.getByRole('main')).toContainText('You may not see data clouds');
  await expect(page.getByRole('main')).not.toContainText('No data cloud yet');
  await page.getByRole('main').getByRole('link', { name: 'Billing center' }).click();
  await expect(page).toHaveURL(/\/billing-center\/ct-.*\/income-expense$/);
});

test('an auditor reads statements and cannot approve them', async ({ page, signInAs }) => {
  await signInAs('auditor');
  const { id } = await companyContract(page.request);
  const statement = await newestStatement(page.request, id);
  await page.goto(`/billing-center/${id}/statements`);
  await expect(page.getByRole('button', { name: /^Approve the statement of/ }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Download the statement of August 2026' })).toBeEnabled();
  await page.goto(`/billing-center/${id}/statements/${statement.id}`);
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
});

test('a person without a contract sees the welcome page', async ({ page, signInAs }) => {
  await signInAs('new');
  await page.goto('/dataclouds');
  await expect(page.getByRole('main')).toContainText('Welcome to Usance');
});

test("another person's contract looks like a missing one", async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  await page.context().clearCookies();
  await signInAs('new');
  const reply = await sendAs(page.request, contracts.get, { params: { id } });
  expect(reply.status()).toBe(404);
});
