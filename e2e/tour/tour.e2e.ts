import { join } from 'node:path';
import { screens, shown } from '../support/screens.ts';
import { test } from '../support/test.ts';
import { turnTheme } from '../support/theme.ts';

const folder = process.env['TOUR_FOLDER'] ?? '';
const widths = [
  ['wide', 1440, 900],
  ['narrow', 390, 844],
] as const;

for (const screen of screens) {
  test.describe(screen.name, () => {
    test.use({ refusals: screen.refusals });
    test('has its pictures', async ({ page, signInAs }) => {
      await screen.open(page, signInAs);
      for (const locale of ['en', 'zh']) {
        await page.evaluate(`localStorage.setItem('usance.locale', '${locale}')`);
        await page.reload({ waitUntil: 'networkidle' });
        await shown(page);
        for (const theme of ['light', 'dark'] as const) {
          await turnTheme(page, theme);
          for (const [size, width, height] of widths) {
            await page.setViewportSize({ width, height });
            await shown(page);
            const name = `${screen.name.replaceAll(/\W+/g, '-').replace(/^-/, '')}.${locale}.${theme}.${size}.png`;
            await page.screenshot({ path: join(folder, name), fullPage: true, animations: 'disabled' });
          }
        }
      }
    });
  });
}
