// Usage: `node scripts/check-arrows.mjs [ROOT]`. It fails on circular imports, on imports against the orders of
// arrows/orders.mjs, on a room that writes another room's table, and on a folder of too many files. With --picture it
// draws the server's groups and their rooms as Mermaid text instead.
import { fullFolders } from './arrows/full-folders.mjs';
import { orders } from './arrows/orders.mjs';
import { pictureOf } from './arrows/picture.mjs';
import { problemsOf } from './arrows/problems.mjs';
import { readArrows } from './arrows/read-arrows.mjs';
import { foreignWrites } from './arrows/table-writes.mjs';
import { repository } from './repository.mjs';

const wantsPicture = process.argv.includes('--picture');
const root = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? repository;
const { files, arrows } = readArrows(root);
if (files.length === 0) throw new Error(`There are no sources below ${root}.`);
if (wantsPicture) console.log(pictureOf(arrows));
else report([...problemsOf(arrows, orders), ...foreignWrites(root, files), ...fullFolders(files)]);

function report(problems) {
  for (const problem of problems) console.error(`${problem}\n`);
  // The counts show that the check has read files.
  console.log(`${arrows.length} imports between ${files.length} files: ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
