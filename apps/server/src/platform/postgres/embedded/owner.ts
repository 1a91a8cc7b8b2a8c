import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { assertWritable } from '../../is-writable.ts';
import { EmbeddedPostgresUnusable } from './errors.ts';

/** Whose processes and files the embedded PostgreSQL has; empty means ourselves. */
export interface PostgresOwner {
  readonly uid?: number;
  readonly gid?: number;
}

/**
 * PostgreSQL refuses to run as root, so root lends it to whoever has its files already, at first to `nobody`; everybody
 * else runs it as themselves. Throws OperatorError when the files are another user's or cannot be made.
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
