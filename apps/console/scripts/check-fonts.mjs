// Fails if a font file differs from the current output of scripts/fonts.mjs.
import { readFileSync } from 'node:fs';
import { cutFonts } from './fonts.mjs';

for (const { file, font } of await cutFonts()) {
  if (readFileSync(file).equals(font)) continue;
  console.error(`${file} is outdated: run node apps/console/scripts/fonts.mjs`);
  process.exitCode = 1;
}
