// node scripts/check-names.mjs [ROOT]: fails where two files of the apps and packages export one name, so that a name means
// one thing wherever it is read.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readArrows } from './arrows/read-arrows.mjs';
import { repository } from './repository.mjs';

/** Names that stand in several files because something else asks for them there. */
const asked = new Set([
  // The router wants it of each file of a route.
  'Route',
  // Tests of rating put a table in the place of the price book.
  'priceSegments',
]);

const root = process.argv[2] ?? repository;
const { files } = readArrows(root);
const exported = files.flatMap((file) => namesIn(file).map((name) => ({ name, file })));
const homes = Map.groupBy(exported, ({ name }) => name);
const shared = [...homes].filter(([name, places]) => places.length > 1 && !asked.has(name));
for (const [name, places] of shared)
  console.error(`${name} is exported by ${places.map(({ file }) => file).join(', ')}: give each a name of its own.`);
console.log(`${homes.size} exported names: ${shared.length} that mean several things`);
process.exitCode = shared.length > 0 ? 1 : 0;

/** What a file exports of its own, each once: a function beside its type is one name. */
function namesIn(file) {
  const { module, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const own = module.staticExports.flatMap(({ entries }) => entries).filter(({ moduleRequest }) => !moduleRequest);
  return [...new Set(own.map(({ exportName }) => exportName.name).filter((name) => name != null))];
}
