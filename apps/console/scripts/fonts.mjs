// Cuts fonts down to the parts that are used. For the console: the characters listed in base.css, its weights, and its
// font features. For PDFs: the Latin letters that their Chinese font lacks, in two weights.
// `node apps/console/scripts/fonts.mjs` writes the files; check-fonts.mjs compares them.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const theme = join(import.meta.dirname, '../src/ui/theme');
const ofPdf = join(import.meta.dirname, '../../server/src/platform/pdf/inter');
const { resolve } = createRequire(import.meta.url);

const usual = ['calt', 'ccmp', 'clig', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn'];
const wanted = ['cv05', 'cv11', 'ss03', 'tnum'];
const lettersOfPdf = {
  latin: 'U+0131, U+0152-0153',
  'latin-ext': 'U+0100-024F, U+1E00-1E9F, U+1EF2-1EFF',
  vietnamese: 'U+1EA0-1EF1',
};

/** Returns each file with its current content. */
export function cutFonts() {
  const sheet = readFileSync(join(theme, 'base.css'), 'utf8');
  const ofConsole = cut('latin', /unicode-range:([^;]+);/.exec(sheet)[1], {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: [...usual, ...wanted],
    noHinting: true,
  }).then((font) => ({ file: join(theme, 'inter/inter-latin.woff2'), font }));
  const others = Object.entries(lettersOfPdf).flatMap(([part, ranges]) =>
    [400, 700].map(async (wght) => ({
      file: join(ofPdf, `inter-${part}-${wght}.ttf`),
      font: await cut(part, ranges, { targetFormat: 'truetype', variationAxes: { wght }, noHinting: true }),
    })),
  );
  return Promise.all([ofConsole, ...others]);
}

function cut(part, ranges, options) {
  const whole = resolve(`@fontsource-variable/inter/files/inter-${part}-wght-normal.woff2`);
  return subsetFont(readFileSync(whole), textOf(ranges), options);
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

if (process.argv[1] === import.meta.filename) for (const { file, font } of await cutFonts()) writeFileSync(file, font);
