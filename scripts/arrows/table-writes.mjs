import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './orders.mjs';

const features = 'apps/server/src/features/';

/** Those that may write a table of another room, and why. */
const mayWriteAbroad = new Map([
  ['sale/new-contract/create-contract.ts', 'a sale is what makes a contract'],
  ['installation/focus/install-catalogue.ts', 'a contract that was imported has ended'],
  ['installation/repair/repair-signed-month.ts', 'the same rows under a new run'],
  ['installation/epoch/epoch.ts', 'days whose rows a database lost are rated again'],
  ['installation/backup/restore-installation.ts', 'a restored installation is another one'],
]);

const write =
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)|\b(?:insert\s+into|delete\s+from)\s+(\w+)|\bupdate\s+(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/gi;

/** A sentence for each file of a feature that writes a table which the `*.table.ts` of another room declares. */
export function writesAbroad(root, files) {
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  const own = files.filter((file) => file.startsWith(features));
  const tables = own.filter((file) => file.endsWith('.table.ts')).flatMap((file) => tablesIn(file, textOf(file)));
  const owners = new Map(tables);
  return own
    .filter((file) => !isTest(file) && !mayWriteAbroad.has(file.slice(features.length)))
    .flatMap((file) => {
      const written = [...textOf(file).matchAll(write)].map((found) => found.slice(1).find((name) => name));
      return [...new Set(written)]
        .filter((table) => owners.has(table) && owners.get(table) !== roomOf(file))
        .map((table) => `${file} writes the table ${table}, which is for ${owners.get(table)} alone to do.`);
    });
}

function tablesIn(file, text) {
  return [...text.matchAll(/^ {4}(\w+):/gm)].map(([, table]) => [table, roomOf(file)]);
}

/** `group/room`, however deep in it a file lies. */
function roomOf(file) {
  return file.slice(features.length).split('/').slice(0, 2).join('/');
}
