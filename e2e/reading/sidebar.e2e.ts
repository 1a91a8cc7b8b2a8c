import { companyContract } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('the sidebar is 240 pixels wide, 50 when collapsed, and stays so after a reload', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/dataclouds');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const width = async () => (await sidebar.locator('..').boundingBox())?.width;
  await expect.poll(width).toBe(240);
  await sidebar.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBe(50);
  await page.reload();
  await expect.poll(width).toBe(50);
  await expect(sidebar.getByRole('link', { name: 'Contracts' })).toBeVisible();
  await sidebar.getByRole('button', { name: 'Expand sidebar' }).click();
  await expect.poll(width).toBe(240);
});

test('the sidebar lists the pages of a contract and its bills together, and marks the current page', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const { id } = await companyContract(page.request);
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  const ofContract = [
    ...['Overview', 'Statements', 'Cost analysis', 'Budgets', 'Vouchers', 'Private offers', 'Access control'],
    ...['Overview', 'Data clouds', 'Access control', 'Payment methods', 'Audit trail'],
  ];
  for (const [path, listed, current] of [
    ['/dataclouds', ['Data clouds', 'Contracts'], 'Data clouds'],
    ['/contracts', ['Data clouds', 'Contracts'], 'Contracts'],
    [`/billing-center/${id}/statements`, ofContract, 'Statements'],
    [`/contracts/${id}/payment-methods`, ofContract, 'Payment methods'],
  ] as const) {
    await page.goto(path);
    await expect(links).toHaveText([...listed]);
    await expect(links.and(page.locator('[aria-current=page]'))).toHaveText([current]);
  }
});

test('the logo leads home, and the header to the documentation', async ({ page, signInAs }) => {
  await signInAs('viewer');
  await page.goto('/contracts');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', '/api/docs');
  await header.getByRole('link', { name: 'Usance home' }).click();
  await expect(page).toHaveURL('/dataclouds');
});
