import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('a new tab has the title of its page, in the reader’s language', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id, tags } = await companyContract(page.request);
  await page.goto('/dataclouds');
  await expect(page).toHaveTitle('Data clouds · Usance');
  await page.goto(`/contracts/${id}/overview`);
  await expect(page).toHaveTitle(`${tags} · Usance`);
  await page.goto('/nowhere');
  await expect(page).toHaveTitle('There is no such page · Usance');
  await page.goto(`/billing-center/${id}/cost-analysis`);
  await expect(page).toHaveTitle('Cost analysis · Usance');
  await page.goto('/contracts');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: '中文' }).click();
  await expect(page).toHaveTitle('合同 · Usance');
});

test('the title of every page of a contract has its id and its name', async ({ page, signInAs }) => {
  await signInAs('admin');
  const { id, tags } = await companyContract(page.request);
  for (const place of ['overview', 'dataclouds', 'access-control/viewer', 'payment-methods', 'audit']) {
    await page.goto(`/contracts/${id}/${place}`);
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(`${id} · ${tags}`);
  }
});
