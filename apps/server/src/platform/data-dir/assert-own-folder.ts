import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../failure/operator-error.ts';

/**
 * Refuses to run as root on the embedded databases of another user, who could not write the files that root leaves
 * behind. The owner is that of the usage database's folder, else of another file that a server made, else of DATA_DIR.
 * PostgreSQL's folder does not count, since root lends it to another user. Throws OperatorError.
 */
export function assertOwnFolder(dataDir: string, uid = process.getuid?.()): void {
  const made = ['clickhouse', 'lock', 'internal-token', 'sealing-key'].map((name) => join(dataDir, name));
  assertOwn(dataDir, [...made, dataDir], uid);
}

/** Like assertOwnFolder, for commands that may create the databases in a folder given by root, as containers do. */
export function assertOwnDatabases(dataDir: string, uid = process.getuid?.()): void {
  assertOwn(dataDir, [join(dataDir, 'clickhouse')], uid);
}

function assertOwn(dataDir: string, folders: readonly string[], uid: number | undefined): void {
  if (uid !== 0) return;
  const folder = folders.find((each) => ownerOf(each) !== undefined);
  const owner = folder === undefined ? undefined : ownerOf(folder);
  if (owner === undefined || owner === 0) return;
  const name = nameOf(owner);
  const who = name ?? `user id ${owner}`;
  const how = name === undefined ? `setpriv --reuid=${owner} --clear-groups` : `runuser -u ${name} --`;
  throw new OperatorError(
    `${folder} belongs to ${who}, who could not use files made by root there: run this as that user (${how} env DATA_DIR=${dataDir} …).`,
  );
}

function ownerOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.uid;
}

function nameOf(uid: number): string | undefined {
  const entries = readFileSync('/etc/passwd', 'utf8').split('\n');
  return entries.map((line) => line.split(':')).find((fields) => Number(fields[2] || NaN) === uid)?.[0];
}
