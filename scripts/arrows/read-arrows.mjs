import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isGenerated } from './orders.mjs';

/**
 * Reads every import between the source files below `root`, as `{ from, to, runtime }` with paths relative to it.
 * Types, re-exports and `import()` count too; `runtime` is false if stripping the types removes the import. An import
 * of a missing file of ours is `{ from, to: undefined, specifier }`.
 */
export function readArrows(root) {
  const files = sourceFolders(root).flatMap((folder) => sourcesUnder(root, folder));
  const arrows = files.flatMap((from) => {
    const text = readFileSync(join(root, from), 'utf8');
    return importsOf(from, text).flatMap(({ specifier, runtime }) => arrow(root, from, specifier, runtime));
  });
  return { files, arrows };
}

function sourceFolders(root) {
  const children = (parent) => (existsSync(join(root, parent)) ? readdirSync(join(root, parent)) : []);
  return ['apps', 'packages']
    .flatMap((parent) => children(parent).map((child) => `${parent}/${child}/src`))
    .filter((folder) => existsSync(join(root, folder)));
}

function sourcesUnder(root, folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => !isGenerated(file));
}

function importsOf(file, text) {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    runtime: entries.length === 0 || entries.some((entry) => !entry.isType),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, runtime: !isType });
  }
  const called = new Set(module.dynamicImports.map((each) => each.start));
  // Finds `import()` in types too, and the paths of `vi.mock` in tests: a mock of a moved file has no effect.
  for (const { 3: specifier, index } of text.matchAll(/\b(import|vi\.(?:do)?[mM]ock)\(\s*(['"])(.+?)\2/g))
    found.push({ specifier, runtime: called.has(index) });
  return found;
}

function arrow(root, from, specifier, runtime) {
  const path = ownPath(from, specifier);
  if (path === undefined || isGenerated(`${path}.ts`) || isGenerated(path)) return [];
  const to = ['', '.ts', '.tsx'].map((end) => path + end).find((file) => isFile(join(root, file)));
  if (to === undefined) return [{ from, to, specifier, runtime }];
  return /\.tsx?$/.test(to) && to !== from ? [{ from, to, specifier, runtime }] : [];
}

function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Returns the path of a specifier in this repository; undefined for external packages. */
function ownPath(from, specifier) {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.join(dirname(from), bare);
  if (bare.startsWith('#')) return `apps/server/src/${bare.slice(1)}`;
  const [scope, name, ...rest] = bare.split('/');
  if (scope !== '@usance') return undefined;
  const folder = ['server', 'console'].includes(name) ? 'apps' : 'packages';
  return [folder, name, 'src', ...rest].join('/');
}
