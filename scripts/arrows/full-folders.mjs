import { posix } from 'node:path';
import { isTest } from './orders.mjs';

/** With more files, a folder no longer shows at a glance what it is about. */
const most = 20;

/** Returns a sentence for each folder that holds more files of the product than a reader takes in. */
export function fullFolders(files) {
  const product = files.filter((file) => !isTest(file));
  return [...Map.groupBy(product, (file) => posix.dirname(file))]
    .filter(([, held]) => held.length > most)
    .map(([folder, held]) => `${folder} holds ${held.length} files, more than ${most}: give its ideas inner rooms.`);
}
