import { expect, test } from '../support/test.ts';

// Whoever is not signed in yet is told so by 401.
test.use({ refusals: [401] });

for (const path of ['/signin', '/signup', '/forgot']) {
  test(`over plain http from another machine ${path} says that it is in vain, and asks for nothing`, async ({
    page,
    baseURL,
  }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    });
    // Another name of this machine, which is no localhost to the browser.
    await page.goto(`http://plain.test:${new URL(baseURL ?? '').port}${path}`);
    await expect(page.getByRole('alert')).toContainText('plain http');
    await expect(page.getByRole('main').locator('input, form')).toHaveCount(0);
    expect(await page.evaluate('isSecureContext')).toBe(false);
    expect(sent).toEqual([]);
  });

  test(`at localhost ${path} asks as ever`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('textbox', { name: 'Email' }).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}
