import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401.
test.use({ refusals: [401] });

test('a self-hosted console has no page to book a demonstration, and no link to it', async ({ page }) => {
  await serveSelfHosted(page);
  await page.goto('/signin');
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Book a demo' })).toHaveCount(0);
  await page.goto('/book-demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});

test('a self-hosted console asks for the full name at sign-up, and for no survey in the account', async ({
  page,
  signInAs,
}) => {
  await serveSelfHosted(page);
  await page.goto('/signup');
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveCount(0);
  await signInAs('viewer');
  await page.goto('/account');
  const details = page.getByRole('region', { name: 'Personal details' });
  await expect(details.getByRole('textbox', { name: 'Full name' })).toBeVisible();
  await expect(details.getByText(/Country|Company size|Contact phone/)).toHaveCount(0);
});

/** Changes the pages to those of a server with `CONSOLE_VARIANT=self-hosted`. */
async function serveSelfHosted(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    const response = await route.fetch();
    const body = await response.text();
    expect(body).toContain('"variant":"hosted"');
    return route.fulfill({ response, body: body.replace('"variant":"hosted"', '"variant":"self-hosted"') });
  });
}
