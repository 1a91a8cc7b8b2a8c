import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isWritable } from '../../is-writable.ts';
import { give } from './cluster.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';
import type { PostgresOwner } from './owner.ts';

// A socket's path has 108 bytes on Linux and 104 elsewhere, its last one 0.
const longestSocketPath = 103;

/**
 * Where the socket stands: in PostgreSQL's own folder or, where that path is too long, in a new one that `owner` can
 * reach, said in one line. Throws EmbeddedPostgresUnusable.
 */
export function socketFolderFor(
  folder: string,
  { owner, tell }: { owner: PostgresOwner; tell: (line: string) => void },
): string {
  if (isShortEnough(folder)) return folder;
  const shelf = [tmpdir(), '/tmp', '/var/tmp'].find(
    (path) =>
      isShortEnough(join(path, 'usance-xxxxxx')) && isWritable(path) && (owner.uid === undefined || isOpenToAll(path)),
  );
  if (shelf === undefined)
    throw new EmbeddedPostgresUnusable(`The path of ${folder} is too long for a socket: set a shorter DATA_DIR.`);
  const socketFolder = mkdtempSync(join(shelf, 'usance-'));
  give(socketFolder, owner);
  tell(`PostgreSQL listens in ${socketFolder}: the path of its own folder is too long for a socket.`);
  return socketFolder;
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath;
}

/** Every folder on the way can be walked through by anybody. */
function isOpenToAll(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined || (stat.mode & 0o001) === 0) return false;
  return path === dirname(path) || isOpenToAll(dirname(path));
}
