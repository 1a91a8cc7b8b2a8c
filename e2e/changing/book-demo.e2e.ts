import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401.
test.use({ refusals: [401] });

test('a person books a demo from the sign-in page, without an account', async ({ page }) => {
  await page.goto('/signin');
  await page.getByRole('link', { name: 'Book a demo' }).click();
  await expect(page).toHaveURL('/book-demo');
  await expect(page).toHaveTitle('Book a demo · Usance');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Ada Byron');
  await field('Work email').fill('ada@example.com');
  await field('Company').fill('Analytical Engines');
  await page.getByLabel('A time that suits you (optional)').fill('2099-05-04T10:30');
  await page.getByRole('button', { name: 'Book a demo' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you, Ada Byron' })).toBeFocused();
  await expect(page.getByText('ada@example.com')).toBeVisible();
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/signin');
});
