// Fails when the typeface is not what scripts/fonts.mjs makes of it now.
import { readFileSync } from 'node:fs';
import { cutFont, file } from './fonts.mjs';

if (!readFileSync(file).equals(await cutFont())) {
  console.error(`${file} is another now: node apps/console/scripts/fonts.mjs`);
  process.exitCode = 1;
}
