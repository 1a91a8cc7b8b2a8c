import { screens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

for (const screen of screens) {
  test.describe(screen.name, () => {
    test.use({ refusals: screen.refusals });
    test('fits 390 and 320 pixels without scrolling the page sideways', async ({ page, signInAs }) => {
      await screen.open(page, signInAs);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      }
    });
  });
}
