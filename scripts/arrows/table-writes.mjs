import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './orders.mjs';

const features = 'apps/server/src/features/';

/** Those that may write a table of another room. */
const mayWriteAbroad = new Set([
  // A sale is what makes a contract.
  'sale/new-contract/create-contract.ts',
  // A contract that was imported has ended.
  'installation/focus/install-catalogue.ts',
  // The days of a signed month get the same rows under new runs.
  'installation/repair/repair-signed-month.ts',
  // Days whose rows the usage database has lost are rated again.
  'installation/epoch/epoch.ts',
  // What was restored is another installation.
  'installation/backup/restore-installation.ts',
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
