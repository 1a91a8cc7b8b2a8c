import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './orders.mjs';
import { declaredTables, unknown, writtenTables } from './written-tables.mjs';

const server = 'apps/server/src/';

/** The owners of the usage database's tables, which have no `*.table.ts`. */
const usageTables = [
  ['usage_record', 'metering/usage'],
  ['purchase', 'metering/rating'],
  ['rated_rollup', 'metering/rating'],
];

/** The files that may write a table of another room. */
const allowedForeignWrites = new Set([
  // A sale creates the contract.
  'features/sale/new-contract/insert-contract.ts',
  // An imported contract is created as ended.
  'features/installation/focus/install-catalogue.ts',
  // The days of a signed month get the same rows under new runs.
  'features/installation/repair/repair-signed-month.ts',
  // Days whose rows the usage database has lost are rated again.
  'features/installation/epoch/epoch.ts',
  // A restored installation starts without sessions.
  'features/installation/backup/restore-installation.ts',
  // An imported contract is complete, or nothing of it is kept.
  'features/installation/contract-archive/import-contract.ts',
  'features/installation/contract-archive/keep-people.ts',
  // Removes from the usage database the batches that the restored records have not moved.
  'features/installation/backup/fill-usage.ts',
  // Marks the usage database while it is being filled.
  'features/installation/backup/restore-alone.ts',
]);

/**
 * Returns a sentence for each server file that writes another room's table, or a table that its text does not name.
 * Also reports each permission that is not used.
 */
export function foreignWrites(root, files) {
  const textOf = (file) => readFileSync(join(root, file), 'utf8');
  const own = files.filter((file) => file.startsWith(server) && !isTest(file));
  const declared = own.flatMap((file) => declaredTables(file, textOf(file)).map((table) => [table, roomOf(file)]));
  const owners = new Map([...usageTables, ...declared]);
  return own.flatMap((file) => {
    const isAbroad = (table) => table === unknown || (owners.has(table) && owners.get(table) !== roomOf(file));
    const abroad = writtenTables(file, textOf(file)).filter(isAbroad);
    if (!allowedForeignWrites.has(file.slice(server.length)))
      return abroad.map((table) => sentence(file, table, owners.get(table)));
    return abroad.length > 0 ? [] : [`${file} is allowed to write tables of other rooms, but writes none.`];
  });
}

function sentence(file, table, owner) {
  if (table === unknown) return `${file} writes a table that the statement does not name.`;
  return `${file} writes the table ${table}, which only ${owner} may write.`;
}

/** Returns `group/room` for a feature, `platform/part`, or the file itself if it lies in the server's own folder. */
function roomOf(file) {
  const parts = file.slice(server.length).split('/');
  return parts[0] === 'features' ? parts.slice(1, 3).join('/') : parts.slice(0, 2).join('/');
}
