// Holds what the documents say against the code: each file they name is there, and has the names said to be in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { featureGroups } from './arrows/orders.mjs';
import { repository } from './repository.mjs';

const documents = ['README.md', 'CONTRIBUTING.md', 'docs/house.md'];
const problems = [
  ...documents.flatMap((name) => problemsIn(name, textOf(name))),
  ...problemsOfGroups(textOf('docs/house.md')),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

function textOf(document) {
  return readFileSync(join(repository, document), 'utf8');
}

/** The table of groups names each group that the arrows know, in their order, and each of its rooms. */
function problemsOfGroups(text) {
  const rows = [...text.matchAll(/^\| `([\w-]+)`.*\| ([^|]+) \|$/gm)].map(([, group, cell]) => ({
    group,
    rooms: [...cell.matchAll(/`([\w-]+)`/g)].map(([, room]) => room).sort(),
  }));
  const named = rows.map(({ group }) => group).join(', ');
  const known = Object.keys(featureGroups).join(', ');
  if (named !== known) return [`docs/house.md has the groups ${named}; the arrows know ${known}`];
  return rows.flatMap(({ group, rooms }) => {
    const folders = readdirSync(join(repository, 'apps/server/src/features', group)).sort();
    return folders.join() === rooms.join()
      ? []
      : [`docs/house.md has the rooms ${rooms.join(', ')} in ${group}; there are ${folders.join(', ')}`];
  });
}

function problemsIn(document, text) {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...pathsIn(prose), ...linksIn(prose, document)]
    .filter((path) => !existsSync(join(repository, path)))
    .map((path) => `${document} names ${path}, which is not there`)
    .concat(
      namesIn(prose)
        .filter((named) => !holds(named))
        .map(({ name, path }) => `${document}: ${path} has no ${name}`),
    );
}

/** Whatever stands in code style and looks like a path from the root. */
function pathsIn(text) {
  return [...text.matchAll(/`((?:apps|packages|scripts|docs|e2e|bench)\/[\w./$-]+)`/g)].map(([, path]) => path);
}

function linksIn(text, document) {
  const folder = document.includes('/') ? document.slice(0, document.lastIndexOf('/')) : '';
  return [...text.matchAll(/\]\((?!http|#)([^)#]+)\)/g)].map(([, path]) => join(folder, path));
}

/** Sentences like «`deductDue` in `apps/…/deduct-due.ts`». */
function namesIn(text) {
  return [...text.matchAll(/`(\w+)`(?: and `(\w+)`)? in `([\w./-]+\.\w+)`/g)].flatMap(([, one, other, path]) =>
    [one, other].filter((name) => name !== undefined).map((name) => ({ name, path })),
  );
}

function holds({ name, path }) {
  const file = join(repository, path);
  return (
    existsSync(file) &&
    new RegExp(`\\bexport (?:async |const |type |interface |class |function\\*? )*${name}\\b`).test(
      readFileSync(file, 'utf8'),
    )
  );
}
