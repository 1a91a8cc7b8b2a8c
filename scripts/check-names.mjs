// Usage: `node scripts/check-names.mjs [ROOT]`. It fails if two files of the apps and packages export the same name.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { readArrows } from './arrows/read-arrows.mjs';
import { repository } from './repository.mjs';

/** Names that several files must export. */
const exempt = new Set([
  // The router requires it of each route file.
  'Route',
  // Tests of rating replace the price book with a table.
  'priceSegments',
]);

const root = process.argv[2] ?? repository;
const { files } = readArrows(root);
const exported = files.flatMap((file) => namesIn(file).map((name) => ({ name, file })));
const homes = Map.groupBy(exported, ({ name }) => name);
const shared = [...homes].filter(([name, places]) => places.length > 1 && !exempt.has(name));
for (const [name, places] of shared)
  console.error(`${name} is exported by ${places.map(({ file }) => file).join(', ')}: give each a name of its own.`);
console.log(`${homes.size} exported names: ${shared.length} with several meanings`);
process.exitCode = shared.length > 0 ? 1 : 0;

/**
 * Returns the names that a file exports itself, without duplicates: a function and its type of the same name are one.
 */
function namesIn(file) {
  const { module, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  const own = module.staticExports.flatMap(({ entries }) => entries).filter(({ moduleRequest }) => !moduleRequest);
  return [...new Set(own.map(({ exportName }) => exportName.name).filter((name) => name != null))];
}
