// Compares the documents with the code: each file, heading and name in them must exist, also in the diagram.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { featureGroups } from './arrows/orders.mjs';
import { repository } from './repository.mjs';

const documents = ['README.md', 'CONTRIBUTING.md', ...pagesIn('docs')];
const decisions = pagesIn('docs/decisions');
const sources = ['apps', 'packages', 'scripts'].flatMap(sourcesBelow);
const words = new Set(
  [...sources, join(repository, 'package.json')].flatMap((path) => readFileSync(path, 'utf8').match(/\w+/g) ?? []),
);
const files = new Set(sources.map((path) => basename(path)));
const problems = [
  ...[...documents, ...decisions].flatMap((name) => problemsIn(name, textOf(name))),
  ...problemsOfGroups(textOf('docs/house.md')),
  ...problemsOfDiagram(textOf('docs/house.md')),
  ...problemsOfClosedMonths(),
  ...problemsOfExample(),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

function pagesIn(folder) {
  return readdirSync(join(repository, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
}

function textOf(document) {
  return readFileSync(join(repository, document), 'utf8');
}

function sourcesBelow(folder) {
  return readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|sql)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|dist/.test(path));
}

/** A node like `[usage: ingest-usage]` names a room and its contents. */
function problemsOfDiagram(text) {
  return [...text.matchAll(/\[([\w-]+): ([^\]]+)\]/g)].flatMap(([label, room, names]) =>
    names
      .split(', ')
      .filter(
        (name) => !sources.some((path) => path.includes(`/${room}/`) && path.split(`/${room}/`).at(-1).includes(name)),
      )
      .map((name) => `docs/house.md draws ${label}; ${room} has no ${name}`),
  );
}

/** The table in docs/house.md lists the groups of arrows/orders.mjs, in their order. */
function problemsOfGroups(text) {
  const named = [...text.matchAll(/^\| `([\w-]+)`/gm)].map(([, group]) => group).join(', ');
  const known = Object.keys(featureGroups).join(', ');
  return named === known ? [] : [`docs/house.md has the groups ${named}; the arrows know ${known}`];
}

/**
 * Only metering/closed-month may read `closed_month`. The exceptions are the checks of `npm run verify`, tests, and the
 * archive of a contract, which lists its tables.
 */
function problemsOfClosedMonths() {
  const own =
    /\/features\/metering\/closed-month\/|\/verify-[\w-]+\.ts$|\/features\/installation\/contract-archive\/|\.test\.ts$/;
  return sources
    .map((path) => relative(repository, path))
    .filter((path) => path.startsWith('apps/server/src/') && !own.test(path))
    .filter((path) => /\bclosed_month\b/.test(readFileSync(join(repository, path), 'utf8')))
    .map((path) => `${path} reads closed_month, which only metering/closed-month may do; see docs/house.md`);
}

/**
 * CONTRIBUTING.md walks through one noun and names the files that its addition edited. They are the files outside its
 * own folders that import it, and `reason.ts`, which mentions it.
 */
function problemsOfExample() {
  const paragraph =
    textOf('CONTRIBUTING.md').match(/^.*\*\*due date\*\* is the shortest complete example.*$/m)?.[0] ?? '';
  const named = [...paragraph.matchAll(/`([\w-]+\.ts)`/g)].map(([, name]) => name);
  const outside = sources.filter((path) => !/\/due-date[/.]|\/testing\/|\.(test|fixture)\.ts$/.test(path));
  const having = (pattern) => outside.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  const mentioning = new Set(having(/due[-_]?da(te|y)/i).map((path) => basename(path)));
  return [
    ...having(/from '[^']*\/due-date(\/[^']*)?'/)
      .filter((path) => !named.includes(basename(path)))
      .map((path) => `CONTRIBUTING.md does not name ${relative(repository, path)}, which imports its example`),
    ...named
      .filter((name) => !mentioning.has(name))
      .map((name) => `CONTRIBUTING.md says that its example edits ${name}, which does not mention it`),
  ];
}

function problemsIn(document, text) {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = linksIn(prose, document);
  return [...pathsIn(prose), ...links.map(({ path }) => path)]
    .filter((path) => !existsSync(join(repository, path)))
    .map((path) => `${document} names ${path}, which does not exist`)
    .concat(
      namesIn(prose)
        .filter((named) => !holds(named, decisions.includes(document)))
        .map(({ name, path }) => `${document}: ${path} has no ${name}`),
    )
    .concat(
      links
        .filter(({ path, heading }) => heading !== undefined && existsSync(join(repository, path)))
        .filter(({ path, heading }) => !headingsOf(path).includes(heading))
        .map(({ path, heading }) => `${document} links to #${heading}, a heading that ${path} does not have`),
    )
    .concat(
      unknownNamesIn(prose, decisions.includes(document)).map(
        (name) => `${document} names ${name}, which the code does not have`,
      ),
    );
}

/** Matches code that looks like a path from the root. */
function pathsIn(text) {
  return [...text.matchAll(/`((?:apps|packages|scripts|deploy|docs|e2e|bench)\/[\w./$-]+)`/g)].map(([, path]) => path);
}

/** Returns the linked pages, each with the heading that the link leads to. */
function linksIn(text, document) {
  return [...text.matchAll(/\]\((?!http)([^)#]*)(?:#([^)]+))?\)/g)].map(([, path, heading]) => ({
    path: path === '' ? document : join(dirname(document), path),
    heading,
  }));
}

/** Returns the headings of a page as links name them. */
function headingsOf(page) {
  return [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, words]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** Matches sentences like «`deductDue` in `apps/…/deduct-due.ts`». */
function namesIn(text) {
  return [...text.matchAll(/`(\w+)`(?: and `(\w+)`)? in `([\w./-]+\.\w+)`/g)].flatMap(([, one, other, path]) =>
    [one, other].filter((name) => name !== undefined).map((name) => ({ name, path })),
  );
}

/**
 * Returns file names without a folder, and names with a capital inside, that no source has. Decisions name settings of
 * other products too, such as `ReplacingMergeTree`: there only names that begin with a small letter must be ours.
 */
function unknownNamesIn(text, isDecision) {
  const code = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  const missingFiles = code.filter((name) => /^[\w.-]+\.(ts|tsx|mjs|sql)$/.test(name) && !files.has(name));
  const names = code.filter((name) => !name.includes('/')).flatMap((name) => name.match(/\b\w*[a-z][A-Z]\w*\b/g) ?? []);
  const ours = names.filter((name) => !isDecision || /^[a-z]/.test(name));
  return [...missingFiles, ...ours.filter((name) => !words.has(name))];
}

/** A decision may name what its file does not export. */
function holds({ name, path }, isDecision) {
  const exported = `\\bexport (?:async |const |type |interface |class |function\\*? )*${name}\\b`;
  const file = join(repository, path);
  return existsSync(file) && new RegExp(isDecision ? `\\b${name}\\b` : exported).test(readFileSync(file, 'utf8'));
}
