import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';
import { randomSecret } from './random-secret.ts';
import { syncFolder } from './sync-folders.ts';
import { leftBehindOf, unfinishedOf } from './unfinished-file.ts';

/**
 * The secret kept in the folder under that name, readable by its owner only; made the first time it is asked for, all of
 * it or nothing. An empty file, as a full disk may leave one, is no secret: it stops who asks, with a message for people.
 */
export function keptSecret(folder: string, name: string): string {
  const file = join(folder, name);
  for (const { path, mayBeWritten } of leftBehindOf(file)) if (!mayBeWritten) rmSync(path, { force: true });
  if (!existsSync(file)) {
    make(file);
    syncFolder(folder);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret !== '') return secret;
  throw new OperatorError(`${file} is empty. Put back what it held; if nothing uses it, remove it to have one made.`);
}

function make(file: string): void {
  const unfinished = unfinishedOf(file);
  try {
    writeFileSync(unfinished, `${randomSecret()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    giveItsName(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Where somebody was faster, theirs stays. */
function giveItsName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    // Some file systems have no links.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) renameSync(unfinished, file);
  }
}
