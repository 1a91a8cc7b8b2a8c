import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';

/**
 * The secret kept in the folder under that name, readable by its owner only; made the first time it is asked for. An
 * empty file, as a full disk may leave one, is no secret: it stops who asks, with a message for people.
 */
export function keptSecret(folder: string, name: string): string {
  const file = join(folder, name);
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret !== '') return secret;
  throw new OperatorError(`${file} is empty. Put back what it held; if nothing uses it, remove it to have one made.`);
}
