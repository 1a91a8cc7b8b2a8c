import { lstatSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isWritable } from '../../is-writable.ts';
import { give } from './cluster.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import { clusterName } from './left-behind.ts';
import type { PostgresOwner } from './owner.ts';

// A socket's path has 108 bytes on Linux and 104 elsewhere, its last one 0.
const longestSocketPath = 103;
const socket = '.s.PGSQL.5432';

/**
 * Where the socket stands: in PostgreSQL's own folder or, where that path is too long, in a new one that `owner` can
 * reach, said in one line; those of servers that were killed go. Call it with DATA_DIR locked. Throws
 * EmbeddedPostgresUnusable.
 */
export function socketFolderFor(
  folder: string,
  { owner, tell }: { owner: PostgresOwner; tell: (line: string) => void },
): string {
  if (isShortEnough(folder)) return folder;
  // By this name the next start knows them.
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

/** Anybody can lay something of that name there: only a folder of `owner`, and only what PostgreSQL puts in it. */
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
    // It is in nobody's way.
  }
}

/** Every folder on the way can be walked through by anybody. */
function isOpenToAll(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpenToAll(dirname(path));
}
