import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BadConfig } from '../failure/operator-error.ts';
import { isMarked } from './disk-mark.ts';
import { mayNotWrite } from './is-writable.ts';

/** Names that only an installation has in a folder. */
const ours = [
  'internal-token',
  'sealing-key',
  'former-sealing-key',
  'postgres-password',
  'engines.json',
  'clickhouse-spool',
];
/**
 * Names that others may have too. An installation that is given its secrets or a database may have only these beside
 * its lock.
 */
const mayBeOurs = [...ours, 'clickhouse', 'postgres', 'lock', 'lock-journal', 'lost+found'];

/**
 * Creates DATA_DIR, or closes it to everyone but its owner. Throws BadConfig for a folder with other content, since
 * closing it would shut others out.
 */
export function privateFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    if ((statSync(path).mode & 0o077) === 0) return;
    const inside = readdirSync(path);
    if (!isOurs(path, inside)) {
      throw new BadConfig(
        `DATA_DIR ${path} holds other files than an installation of Usance: name a folder of its own. If all its files are Usance's, close it (chmod 0700).`,
      );
    }
    close(path);
  } catch (error) {
    if (error instanceof BadConfig) throw error;
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new BadConfig(`DATA_DIR ${path} cannot be used (${why}): name a folder that this user may write.`);
  }
}

function isOurs(path: string, inside: readonly string[]): boolean {
  if (inside.some((name) => ours.includes(name))) return true;
  if (!inside.every((name) => mayBeOurs.includes(name))) return false;
  // Without a lock file it can be a new installation whose databases have disks of their own.
  return inside.includes('lock') || inside.every((name) => name === 'lost+found' || isFreeDisk(join(path, name)));
}

/** True for a disk that is empty, as before the first start, or marked as an installation's. */
function isFreeDisk(path: string): boolean {
  try {
    return isMarked(path) || readdirSync(path).every((name) => name === 'lost+found');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EACCES') throw new BadConfig(mayNotWrite(path));
    return false;
  }
}

function close(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch {
    throw new BadConfig(
      `DATA_DIR ${path} is open to other users, and this one may not close it: close it (chmod 0700), or name a folder inside it.`,
    );
  }
}
