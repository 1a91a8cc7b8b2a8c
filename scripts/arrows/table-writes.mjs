import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './orders.mjs';
import { declaredTables, unknown, writtenTables } from './written-tables.mjs';

const server = 'apps/server/src/';

/** Whose the tables of the usage database are: they have no `*.table.ts`. */
const usageTables = [
  ['usage_record', 'metering/usage'],
  ['purchase', 'metering/rating'],
];

/** Those that may write a table of another room. */
const mayWriteAbroad = new Set([
  // A sale is what makes a contract.
  'features/sale/new-contract/insert-contract.ts',
  // A contract that was imported has ended.
  'features/installation/focus/install-catalogue.ts',
  // The days of a signed month get the same rows under new runs.
  'features/installation/repair/repair-signed-month.ts',
  // Days whose rows the usage database has lost are rated again.
  'features/installation/epoch/epoch.ts',
  // What was restored is another installation, in which nobody is signed in.
  'features/installation/backup/restore-installation.ts',
  // A contract that comes from another installation is whole, or nothing.
  'features/installation/contract-archive/import-contract.ts',
  'features/installation/contract-archive/keep-people.ts',
  // Batches that the restored records have not moved are taken out of the usage database.
  'features/installation/backup/fill-usage.ts',
  // Who fills the usage database says so in it.
  'features/installation/backup/restore-alone.ts',
]);

/**
 * A sentence for each file of the server that writes a table which another room declares, or one that cannot be told from
 * its text, and for each that may and does not.
 */
export function writesAbroad(root, files) {
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  const own = files.filter((file) => file.startsWith(server) && !isTest(file));
  const declared = own.flatMap((file) => declaredTables(file, textOf(file)).map((table) => [table, roomOf(file)]));
  const owners = new Map([...usageTables, ...declared]);
  return own.flatMap((file) => {
    const isAbroad = (table) => table === unknown || (owners.has(table) && owners.get(table) !== roomOf(file));
    const abroad = writtenTables(file, textOf(file)).filter(isAbroad);
    if (!mayWriteAbroad.has(file.slice(server.length)))
      return abroad.map((table) => sentence(file, table, owners.get(table)));
    return abroad.length > 0 ? [] : [`${file} may write the tables of other rooms, and writes none.`];
  });
}

function sentence(file, table, owner) {
  if (table === unknown) return `${file} writes a table whose name does not stand where it is written.`;
  return `${file} writes the table ${table}, which is for ${owner} alone to do.`;
}

/** `group/room` of the features, `platform/part`, or the file itself where it lies in the server's own folder. */
function roomOf(file) {
  const parts = file.slice(server.length).split('/');
  return parts[0] === 'features' ? parts.slice(1, 3).join('/') : parts.slice(0, 2).join('/');
}
