import { webVitals } from '@usance/api/web-vitals';
import { expect, test } from '../support/test.ts';

test('a reader who turns away tells the installation once how fast the page was', async ({ page, signInAs }) => {
  await signInAs('admin');
  await page.goto('/contracts');
  const loading = page.waitForResponse(/tell-web-vitals\.late.*\.js$/);
  await page.mouse.move(200, 200);
  const file = await loading;
  // Importing it again waits until the page has run it.
  await page.evaluate(`import(${JSON.stringify(file.url())})`);
  // The largest paint is known when a hand has touched the page.
  await page.getByRole('heading', { level: 1 }).click();
  const bodies: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/web-vitals') && bodies.push(request.postDataJSON()));
  const turnAway = `
    Object.defineProperty(document, 'hidden', { value: true });
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  `;
  const telling = page.waitForResponse(/\/web-vitals$/);
  await page.evaluate(turnAway);
  expect((await telling).status()).toBe(204);
  // A request after it shows that a second telling would have been seen.
  const last = page.waitForRequest(/\?last$/);
  await page.evaluate(`${turnAway} fetch('/theme.js?last'); 0`);
  await last;
  const vitals = bodies.flatMap((body) => webVitals.tell.body.parse(body).vitals);
  expect(vitals.filter(({ vital }) => vital === 'LCP')).toEqual([
    { page: '/contracts', vital: 'LCP', value: expect.any(Number) },
  ]);
});
