import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isWritable } from '../../data-dir/is-writable.ts';
import { give } from './cluster.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { clusterName } from './left-behind.ts';
import type { PostgresOwner } from './owner.ts';

// A socket path may have 108 bytes on Linux and 104 elsewhere, including the final 0.
const longestSocketPath = 103;
const socket = '.s.PGSQL.5432';

/**
 * Returns the folder of the socket: PostgreSQL's own or, if its path is too long, a new one that `owner` can reach,
 * with a line in the log. Removes folders of killed servers. The caller holds the lock of DATA_DIR. Throws
 * EmbeddedPostgresUnusable.
 */
export function socketFolderFor(
  folder: string,
  { owner, tell }: { owner: PostgresOwner; tell: (line: string) => void },
): string {
  if (isShortEnough(folder)) return folder;
  // The next start recognises the folders by this prefix.
  const prefix = `${clusterName(join(folder, 'data'))}-`;
  const shelves = [tmpdir(), '/tmp', '/var/tmp'];
  for (const path of shelves) removeLeft(path, prefix, owner);
  const shelf = shelves.find(
    (path) =>
      isShortEnough(join(path, `${prefix}xxxxxx`)) &&
      isWritable(path) &&
      (owner.uid === undefined || isOpenToAll(path)),
  );
  if (shelf === undefined)
    throw new EmbeddedPostgresUnusable(`The path of ${folder} is too long for a socket: set a shorter DATA_DIR.`);
  const socketFolder = mkdtempSync(join(shelf, prefix));
  give(socketFolder, owner);
  tell(`PostgreSQL listens in ${socketFolder}: the path of its own folder is too long for a socket.`);
  return socketFolder;
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, socket)) <= longestSocketPath;
}

/** Any user can create this name there, so it removes only folders of `owner`, and only PostgreSQL's files in them. */
function removeLeft(shelf: string, prefix: string, { uid = process.getuid?.() }: PostgresOwner): void {
  try {
    for (const name of readdirSync(shelf).filter((each) => each.startsWith(prefix))) {
      const left = join(shelf, name);
      const stat = lstatSync(left, { throwIfNoEntry: false });
      if (!stat?.isDirectory() || stat.uid !== uid) continue;
      for (const each of [socket, `${socket}.lock`]) rmSync(join(left, each), { force: true });
      rmdirSync(left);
    }
  } catch {
    // A leftover folder does no harm.
  }
}

/** True if all users can enter the folder and its parents. */
function isOpenToAll(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpenToAll(dirname(path));
}
