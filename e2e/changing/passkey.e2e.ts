import type { Page } from '@playwright/test';
import { credentialsOf } from '../support/demo.ts';
import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401.
test.use({ refusals: [401] });

/** Adds a virtual authenticator to the browser, which verifies its user without a prompt. */
async function plugIn(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a person adds a passkey, signs out, signs in with it, and removes it again', async ({ page, signInAs }) => {
  await plugIn(page);
  await signInAs('auditor');
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Passkeys' });
  await expect(card.getByText('No passkeys')).toBeVisible();
  await card.getByRole('button', { name: 'Add a passkey' }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue(/Chrome/);
  await name.fill('Key of this test');
  await page.keyboard.press('Enter');
  const row = card.getByRole('listitem').filter({ hasText: 'Key of this test' });
  await expect(row).toContainText('Never');

  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // A person who reads bills and creates no data clouds lands on the bills.
  await expect(page).toHaveURL(/\/billing-center\/ct-[a-z2-7]+\/income-expense\?checkVersion=true$/);
  await page.goto('/account');
  await expect(page.getByText(credentialsOf('auditor').identifier).first()).toBeVisible();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Never');

  await row.getByRole('button', { name: 'Remove Key of this test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(card.getByText('No passkeys')).toBeVisible();

  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('This passkey was not accepted');
});
