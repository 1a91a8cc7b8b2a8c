import { expect, test } from '../support/test.ts';

test('a person opens the account from the avatar, and cannot end the current session there', async ({
  page,
  signInAs,
}) => {
  await signInAs('auditor');
  await page.goto('/dataclouds');
  await page.getByRole('button', { name: /Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused();
  await expect(page.getByText('auditor@demo.usance.dev').first()).toBeVisible();
  const own = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: 'This session' });
  await expect(own).toHaveCount(1);
  await expect(own.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog', { name: 'Set a new password' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
});
