// Fails if the font file differs from the current output of scripts/fonts.mjs.
import { readFileSync } from 'node:fs';
import { cutFont, file } from './fonts.mjs';

if (!readFileSync(file).equals(await cutFont())) {
  console.error(`${file} is outdated: run node apps/console/scripts/fonts.mjs`);
  process.exitCode = 1;
}
