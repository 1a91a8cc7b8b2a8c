import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isGenerated } from './orders.mjs';

/**
 * Every import between the source files below `root`, as `{ from, to, runtime }` with paths relative to it. Types,
 * re-exports and `import()` count like the rest; `runtime` is false where the import is gone once types are stripped.
 * An import of our own code that leads nowhere is `{ from, to: undefined, specifier }`.
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
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    runtime: entries.length === 0 || entries.some((entry) => !entry.isType),
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, runtime: !isType });
  }
  const called = new Set(module.dynamicImports.map((each) => each.start));
  // Also as a type, and in tests the name of what is mocked: a mock of a file that moved away mocks nothing.
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

/** The path that a specifier means in this repository; undefined for what comes from elsewhere. */
function ownPath(from, specifier) {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('.')) return posix.join(dirname(from), bare);
  if (bare.startsWith('#')) return `apps/server/src/${bare.slice(1)}`;
  const [scope, name, ...rest] = bare.split('/');
  if (scope !== '@usance') return undefined;
  const folder = ['server', 'console'].includes(name) ? 'apps' : 'packages';
  return [folder, name, 'src', ...rest].join('/');
}
