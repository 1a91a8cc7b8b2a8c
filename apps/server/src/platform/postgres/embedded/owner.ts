import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { assertWritable } from '../../data-dir/is-writable.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';

/** The user and group that run the embedded PostgreSQL and own its files; empty for our own. */
export interface PostgresOwner {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * Returns the user that runs PostgreSQL, which refuses root. Root lends it to the owner of its files, or to `nobody` if
 * there are none yet; other users run it themselves. Throws OperatorError if the files belong to another user or cannot
 * be created.
 */
export function ownerOfPostgres(data: string): PostgresOwner {
  const files = existsSync(data) ? statSync(data) : undefined;
  if (process.getuid?.() === 0)
    return files === undefined || files.uid === 0 ? nobody() : { uid: files.uid, gid: files.gid };
  if (files === undefined) assertWritable(dirname(data));
  if (files === undefined || files.uid === process.getuid?.()) return {};
  throw new EmbeddedPostgresUnusable(
    `${data} belongs to user id ${files.uid}: start Usance as that user or as root, or set another DATA_DIR.`,
  );
}

function nobody(): PostgresOwner {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (entry) return { uid: Number(entry[1]), gid: Number(entry[2]) };
  throw new EmbeddedPostgresUnusable(
    'PostgreSQL does not run as root, and there is no user "nobody" in /etc/passwd to run it instead: start Usance as an ordinary user, or set DATABASE_URL.',
  );
}
