import type { Page } from '@playwright/test';
import { codeSentTo, moveClockTo, serverNow } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401, and a wrong code with 400.
test.use({ refusals: [400, 401] });

const email = 'ada.byron@example.com';

test('a person signs up, goes back and forth, signs out, resets the password and signs in again', async ({ page }) => {
  await page.goto('/signin?from=%2Fcontracts');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL(/\/signup\?from=/);

  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(field('First name')).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Byron');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.getByLabel(/^Password/).fill('Kept-by-nobody-1');
  await expect(page.getByText('Password strength: strong')).toBeVisible();
  const country = page.getByRole('combobox', { name: 'Country or region' });
  await country.focus();
  await page.keyboard.type('united k');
  await page.keyboard.press('Enter');
  await expect(country).toHaveValue('United Kingdom');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('checkbox')).toBeFocused();
  await expect(page.getByText('Please agree to the Terms of Service and Privacy Policy')).toBeVisible();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'About your work' })).toBeFocused();
  await field('Company').fill('Analytical Engines');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(field('First name')).toHaveValue('Ada');
  await expect(page.getByLabel(/^Password/)).toHaveValue('Kept-by-nobody-1');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(field('Company')).toHaveValue('Analytical Engines');
  await page.getByRole('button', { name: 'Next' }).click();

  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeFocused();
  const code = await codeSentTo(email);
  await field('Verification code').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(field('Verification code')).toBeFocused();
  await expect(field('Verification code')).toHaveAccessibleDescription(/wrong or no longer valid/);
  await field('Verification code').fill(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/contracts?checkVersion=true');
  await expect(page.getByText('Your account is ready')).toBeVisible();

  await page.goto('/logout');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await resetTo(page, 'Found-again-2');
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('Your new password is set. Please sign in.')).toBeVisible();
  // The URL changes before the page does, and the previous page has an Email field too.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await field('Email').fill(email);
  await page.getByLabel(/^Password/).fill('Found-again-2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dataclouds?checkVersion=true');
});

async function resetTo(page: Page, password: string): Promise<void> {
  // A second code is possible only a minute after the first.
  await moveClockTo(new Date((await serverNow()).getTime() + 60_000));
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = page.getByRole('textbox', { name: 'Verification code' });
  await expect(code).toBeFocused();
  await code.fill(await codeSentTo(email));
  await page.getByLabel(/^New password/).fill(password);
  const again = page.getByLabel(/^Confirm password/);
  await again.fill('another');
  await page.keyboard.press('Enter');
  await expect(again).toHaveAccessibleDescription("The Password you entered doesn't match.");
  await again.fill(password);
  await page.keyboard.press('Enter');
}
