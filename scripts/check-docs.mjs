// Holds what the documents say against the code: each file they name is there, and has the names said to be in it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository.mjs';

const documents = ['README.md', 'CONTRIBUTING.md', 'docs/house.md'];
const problems = documents.flatMap((name) => problemsIn(name, readFileSync(join(repository, name), 'utf8')));
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
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
