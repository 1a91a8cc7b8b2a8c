import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { repository } from './repository.mjs';
import { runOnPinnedNode } from './run-command.mjs';

const consoleRoot = join(repository, 'apps', 'console');
const dist = join(consoleRoot, 'dist');
/** Written last, so a build that failed or was interrupted lacks it. */
const whole = join(dist, '.whole');
const sources = [
  ...['src', 'messages', 'public', 'scripts', 'index.html', 'vite.config.ts', 'package.json'].map((name) =>
    join(consoleRoot, name),
  ),
  ...['api', 'money', 'period'].map((name) => join(repository, 'packages', name, 'src')),
  join(repository, 'package-lock.json'),
];

/** Builds the console if there is no build, or if a source is newer. Rejects if the build fails. */
export async function ensureConsoleBuilt() {
  if (isFresh()) return;
  console.log('Building the console ...');
  const begun = new Date();
  const code = await runOnPinnedNode('scripts/build-console.mjs');
  if (code !== 0) throw new Error('The console could not be built.');
  for (const file of filesUnder(dist)) compress(file);
  writeFileSync(whole, '');
  // A source that changed during the build may not be in it.
  utimesSync(whole, begun, begun);
}

function isFresh() {
  if (!existsSync(whole) || !existsSync(join(consoleRoot, 'src', 'i18n', 'messages.gen.ts'))) return false;
  const builtAt = statSync(whole).mtimeMs;
  return sources.flatMap(filesUnder).every((file) => isMade(file) || statSync(file).mtimeMs <= builtAt);
}

/** True for a file that the build itself writes among the sources. */
function isMade(file) {
  return file.endsWith('.gen.ts');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Compresses once at the highest level, instead of at each request at a low one. */
function compress(file) {
  if (!/\.(js|css|svg|json|txt)$/.test(file)) return;
  const content = readFileSync(file);
  if (content.length < 1_024) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
