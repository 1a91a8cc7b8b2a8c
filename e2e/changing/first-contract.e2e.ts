import AxeBuilder from '@axe-core/playwright';
import { contracts } from '@usance/api/contract/contract';
import { callAs } from '../support/calls.ts';
import { credentialsOf } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('a new person goes from the welcome page to an own contract and a running data cloud in it', async ({
  page,
  signInAs,
}) => {
  await signInAs('new');
  await page.route('**/api/v1/account-init-vouchers*', (route) =>
    route.fulfill({ json: { items: [voucher], pageNum: 1, pageSize: 10, totalSize: 1 } }),
  );
  await page.goto('/dataclouds');
  await expect(page.getByRole('main')).toContainText('Welcome to Usance');
  await page.getByRole('main').getByRole('button', { name: 'Create contract' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create contract' });
  await expect(dialog.getByRole('list', { name: 'Included voucher' })).toContainText('$200.00');
  await expect(dialog.getByRole('list', { name: 'Included voucher' })).toContainText('30 days');
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(600);
  expect((await new AxeBuilder({ page }).include('[role=dialog]').setLegacyMode().analyze()).violations).toEqual([]);

  await dialog.getByRole('textbox', { name: 'Contract name' }).fill('Haddad Labs');
  await dialog.getByRole('button', { name: 'Create contract' }).click();
  await expect(page.getByText('Contract created successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/create-datacloud\?contract=/);
  await expect(page.getByRole('combobox', { name: 'Contract' })).toHaveValue('Haddad Labs');
  await expect(page.getByRole('combobox', { name: 'Cloud region' })).not.toHaveValue('');
  await page.getByRole('textbox', { name: 'Name' }).fill('first_steps');
  await page.getByRole('button', { name: 'Create data cloud' }).click();
  await expect(page.getByRole('article', { name: 'first_steps' })).toContainText('Running');

  // The console sent the person's details without asking for them again.
  const { items } = await callAs(page.request, contracts.list, { query: {} });
  expect(items).toMatchObject([
    { tags: 'Haddad Labs', name: 'Haddad Labs', buyerName: 'Northwind Retail', state: 'Active', roles: ['admin'] },
  ]);
  expect(items[0]?.creator).toBe(credentialsOf('new').identifier);
});

test('legal entity information is entered once, and names the buyer from then on', async ({ page, signInAs }) => {
  await signInAs('new');
  await page.goto('/contracts');
  await page.getByRole('article', { name: 'Haddad Labs' }).getByRole('link', { name: 'Haddad Labs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Haddad Labs');
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(/^Contractsct-/);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit legal entity information' });
  await expect(dialog.getByRole('textbox', { name: 'Contact email' })).toHaveValue(credentialsOf('new').identifier);
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(800);
  for (const [name, value] of [
    ['Legal entity name', 'Haddad Laboratories GmbH'],
    ['Social ID', 'HRB123456'],
    ['Legal representative', 'Noor Haddad'],
    ['Representative ID', 'L01X00T471'],
    ['Contact person', 'Noor Haddad'],
    ['Registered address', 'Am Hafen 1, Hamburg'],
    ['Contact phone', '13800138000'],
  ] as const)
    await dialog.getByRole('textbox', { name }).fill(value);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('KYC information updated successfully')).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('The check digit does not match.');
  await expect(main.getByText('Haddad Laboratories GmbH')).toHaveCount(2);
});

const voucher = {
  id: `aiv-${'a'.repeat(20)}`,
  denomination: '200',
  denominationFormatted: '$200.00',
  currency: 'USD',
  validDays: 30,
  gmtCreated: '2026-10-15T12:00:00.000Z',
};
