import { expect, test } from '../support/test.ts';

// The console's first request without a session is refused with 401.
test.use({ refusals: [401] });

for (const path of ['/signin', '/signup', '/forgot']) {
  test(`over plain http from another machine ${path} shows an error instead of a form`, async ({ page, baseURL }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
    });
    // Another name of this machine, which the browser does not treat as localhost.
    await page.goto(`http://plain.test:${new URL(baseURL ?? '').port}${path}`);
    await expect(page.getByRole('alert')).toContainText('plain http');
    await expect(page.getByRole('main').locator('input, form')).toHaveCount(0);
    expect(await page.evaluate('isSecureContext')).toBe(false);
    expect(sent).toEqual([]);
  });

  test(`at localhost ${path} shows its form`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('textbox', { name: 'Email' }).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}
