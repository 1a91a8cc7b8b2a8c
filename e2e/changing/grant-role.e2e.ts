import { contracts } from '@usance/api/contract/contract';
import { accounts } from '@usance/api/people/account';
import { sendAs } from '../support/calls.ts';
import { companyContract, credentialsOf } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

test('an admin grants a role to a person, who then sees the contract, and revokes it', async ({
  page,
  signInAs,
  browser,
}) => {
  await signInAs('admin');
  const { id, tags } = await companyContract(page.request);
  await page.goto(`/contracts/${id}/overview`);
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('list', { name: 'Contract' });
  await menu.getByRole('link', { name: 'Access control' }).click();
  const roles = page.getByRole('list', { name: 'Access control' });
  await expect(roles.getByRole('listitem')).toHaveCount(5);
  await expect(roles).toContainText('All contract privileges, including billing_admin and dc_creator');

  // By keyboard alone, with an invalid address first.
  await page.getByRole('button', { name: 'Grant viewer' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Member' });
  await expect(field).toBeFocused();
  await field.fill('new@demo');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const { identifier } = credentialsOf('new');
  await field.fill(identifier);
  await field.press('Enter');
  await expect(page.getByText('Granted role to user')).toBeVisible();
  await expect(roles.getByRole('listitem').filter({ hasText: 'Read-only.' })).toContainText(identifier);

  const theirs = await browser.newContext();
  const asThem = theirs.request;
  const { origin } = new URL(page.url());
  await sendAs(asThem, accounts.login, { body: credentialsOf('new') }, origin);
  const other = await theirs.newPage();
  await other.goto(`${origin}/contracts`);
  await expect(other.getByRole('link', { name: tags })).toBeVisible();
  await other.goto(`${origin}/contracts/${id}/access-control`);
  await expect(other.getByRole('button', { name: 'Grant viewer' })).toBeDisabled();

  await page.getByRole('link', { name: 'viewer', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'viewer' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'dc_creator' }).getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: `Revoke from ${identifier}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Revoked role from user')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: identifier })).toHaveCount(0);
  expect((await sendAs(asThem, contracts.get, { params: { id } }, origin)).status()).toBe(404);
  await other.goto(`${origin}/contracts`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByRole('link', { name: tags })).toHaveCount(0);
  await theirs.close();

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(roles.getByRole('listitem')).toHaveCount(5);
});

test('the billing center shows only the roles for bills', async ({ page, signInAs }) => {
  await signInAs('finance');
  const { id } = await companyContract(page.request);
  await page.goto(`/billing-center/${id}/access-control`);
  await expect(page.getByRole('list', { name: 'Access control' }).getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Grant billing_viewer' })).toBeEnabled();
  await page.goto(`/billing-center/${id}/access-control/viewer`);
  await expect(page.getByRole('main')).toContainText('There is no such page');
});
