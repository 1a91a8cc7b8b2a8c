import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { screens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';

const assets = fileURLToPath(new URL('../../apps/console/dist/assets/', import.meta.url));
const compressed = (file: string) => gzipSync(readFileSync(`${assets}${file}`), { level: 9 }).length;
const kB = 1_000;
const budget = 245 * kB;

test('all styles together weigh at most 40 kB compressed', () => {
  const styles = readdirSync(assets).filter((file) => file.endsWith('.css'));
  expect(styles.reduce((sum, file) => sum + compressed(file), 0)).toBeLessThanOrEqual(40 * kB);
});

test('there is one web font, of at most 50 kB', () => {
  const fonts = readdirSync(assets).filter((file) => /\.(woff2?|ttf|otf)$/.test(file));
  expect(fonts).toHaveLength(1);
  expect(fonts.map((file) => readFileSync(`${assets}${file}`).length).every((size) => size <= 50 * kB)).toBe(true);
});

for (const screen of screens) {
  test.describe(screen.name, () => {
    test.use({ refusals: screen.refusals });
    test(`loads at most ${budget / kB} kB of compressed script first`, async ({ page, signInAs }) => {
      const scripts = new Set<string>();
      page.on('request', (request) => {
        const file = /\/assets\/([^/]+\.js)$/.exec(request.url())?.[1];
        if (file !== undefined) scripts.add(file);
      });
      await screen.open(page, signInAs);
      const weights = [...scripts].map((file) => ({ file, bytes: compressed(file) }));
      const sum = weights.reduce((total, { bytes }) => total + bytes, 0);
      expect(sum, heaviest(weights)).toBeLessThanOrEqual(budget);
    });
  });
}

/** Lists the files to look at if the sum is too large. */
function heaviest(weights: { file: string; bytes: number }[]): string {
  return weights
    .sort((left, right) => right.bytes - left.bytes)
    .slice(0, 12)
    .map(({ file, bytes }) => `${bytes} ${file}`)
    .join('\n');
}
