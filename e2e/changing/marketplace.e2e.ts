import { contracts } from '@usance/api/contract/contract';
import { violations } from '../support/axe.ts';
import { callAs } from '../support/calls.ts';
import { credentialsOf } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401, and an unknown token with 400.
test.use({ refusals: [400, 401] });

/** The demonstration's stand-in has given this token to one of its buyers. */
const token = 'token-of-the-demonstration-2';

test('a buyer arrives from a marketplace, signs in, and links a contract with the token', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin');
  const contract = await callAs(page.request, contracts.create, { body: { tags: 'Through a marketplace' } });
  await page.context().clearCookies();

  await page.goto(`/marketplace?token=${token}&cloudProvider=aws`);
  await page.getByRole('textbox', { name: 'Email' }).fill(credentialsOf('admin').identifier);
  await page.getByLabel('Password', { exact: true }).fill(credentialsOf('admin').password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();

  const field = page.getByRole('textbox', { name: 'Token' });
  await expect(field).toHaveValue(token);
  await expect(page.getByText('This token can be linked')).toBeVisible();
  await field.fill('a token that nobody knows');
  await expect(page.getByText('Token is Invalid')).toBeVisible();
  await page.getByRole('button', { name: 'Link contract' }).click();
  await expect(field).toBeFocused();
  expect(await violations(page)).toEqual([]);

  await field.fill(token);
  await expect(page.getByText('This token can be linked')).toBeVisible();
  await page.getByRole('combobox', { name: 'Contract' }).click();
  await page.getByRole('option', { name: 'Through a marketplace' }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Link contract' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contract linked' })).toBeFocused();
  await expect(page).toHaveURL('/marketplace');
  expect(await violations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Go to its data clouds' }).click();
  await expect(page).toHaveURL(`/contracts/${contract.id}/dataclouds`);
  await page.goto(`/billing-center/${contract.id}/income-expense`);
  const section = page.getByRole('region', { name: 'Cloud marketplace' });
  for (const text of ['Activated', 'AWS', '210987654321', credentialsOf('admin').identifier])
    await expect(section.getByText(text, { exact: true })).toBeVisible();

  await page.goto(`/marketplace?token=${token}&cloudProvider=aws`);
  await expect(page.getByText(/^token used/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Contract' }).click();
  await expect(page.getByRole('option', { name: 'Through a marketplace (already linked)' })).toBeDisabled();
});
