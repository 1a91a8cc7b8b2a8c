import { webVitals } from '@usance/api/web-vitals';
import { expect, test } from '../support/test.ts';

test('a reader who turns away from a page tells the installation how fast it was', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/contracts');
  const loading = page.waitForResponse(/tell-web-vitals\.late.*\.js$/);
  await page.mouse.move(200, 200);
  const file = await loading;
  // Importing it again waits until the page has run it.
  await page.evaluate(`import(${JSON.stringify(file.url())})`);
  // The largest paint is known when a hand has touched the page.
  await page.getByRole('heading', { level: 1 }).click();
  const telling = page.waitForResponse(/\/web-vitals$/);
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { value: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `);
  const told = await telling;
  expect(told.status()).toBe(204);
  const { vitals } = webVitals.tell.body.parse(told.request().postDataJSON());
  expect(vitals).toContainEqual({ page: '/contracts', vital: 'LCP', value: expect.any(Number) });
});
