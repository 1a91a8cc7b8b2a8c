// npm run tour: takes the picture of every screen in both languages and themes, wide and narrow, and writes an index of
// them. The first argument names the folder; further ones go to Playwright, such as `-g statements`.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureConsoleBuilt } from './console-build.mjs';
import { ensureDependencies } from './installed-dependencies.mjs';
import { ensurePinnedNode } from './pinned-node.mjs';
import { runOnPinnedNode, tools } from './run-command.mjs';
import { ensureChromium } from './system-packages.mjs';

const [given = 'tour', ...rest] = process.argv.slice(2);
const folder = resolve(given);
ensureDependencies();
ensurePinnedNode();
const env = { CHROMIUM_PATH: ensureChromium(), TOUR_FOLDER: folder };
await ensureConsoleBuilt();
mkdirSync(folder, { recursive: true });
const code = await runOnPinnedNode(tools.playwright, ['test', '-c', 'e2e/tour.config.ts', ...rest], { env });
const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
writeFileSync(join(folder, 'index.html'), indexOf(pictures));
console.log(`${pictures.length} pictures: ${join(folder, 'index.html')}`);
process.exit(code);

/** One row for each screen with its pictures. */
function indexOf(names) {
  const screens = [...new Set(names.map(screenOf))].sort();
  const rows = screens.map((screen) => {
    const ofScreen = names.filter((name) => screenOf(name) === screen).sort();
    return `<h2>${screen.replaceAll('-', ' ')}</h2>\n<p>${ofScreen.map(pictureOf).join('\n')}</p>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens of Usance</title>
<style>
  body { margin: 24px; font: 14px system-ui, sans-serif; }
  p { display: flex; flex-wrap: wrap; gap: 12px; align-items: start; }
  figure { margin: 0; }
  img { height: 260px; max-width: 420px; object-fit: cover; object-position: top; border: 1px solid #999; }
</style>
<h1>Screens of Usance</h1>
${rows.join('\n')}
</html>
`;
}

function screenOf(name) {
  return name.split('.')[0];
}

function pictureOf(name) {
  const [, locale, theme, size] = name.split('.');
  return `<a href="${name}"><figure><img src="${name}" alt="" loading="lazy"><figcaption>${locale}, ${theme}, ${size}</figcaption></figure></a>`;
}
