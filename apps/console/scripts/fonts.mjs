// Cuts the font down to the parts that the console uses: the characters listed in base.css, its weights, and its font
// features. `node apps/console/scripts/fonts.mjs` writes the file; check-fonts.mjs compares it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const theme = join(import.meta.dirname, '../src/ui/theme');
const whole = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
export const file = join(theme, 'inter/inter-latin.woff2');

const usual = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn'];
const wanted = ['cv05', 'cv11', 'ss03', 'tnum'];

export function cutFont() {
  const sheet = readFileSync(join(theme, 'base.css'), 'utf8');
  return subsetFont(readFileSync(whole), textOf(/unicode-range:([^;]+);/.exec(sheet)[1]), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: [...usual, ...wanted],
    noHinting: true,
  });
}

function textOf(ranges) {
  return ranges
    .split(',')
    .map((range) => range.trim().replace('U+', '').split('-'))
    .flatMap(([first, last = first]) => {
      const from = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, at) => String.fromCodePoint(from + at));
    })
    .join('');
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, await cutFont());
