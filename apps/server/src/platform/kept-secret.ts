import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from './operator-error.ts';
import { randomSecret } from './random-secret.ts';
import { syncFile, syncFolder } from './sync-folders.ts';
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
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    // Another container, which cannot know our number, has taken ours for what was left behind.
    if (code === 'ENOENT' && !existsSync(unfinished)) make(file);
    else copyTo(file, unfinished);
  }
}

/**
 * Some file systems have no links. Renaming would take away a secret that somebody else has made, and used, meanwhile;
 * cut off in here, it is found empty, which is told.
 */
function copyTo(file: string, unfinished: string): void {
  try {
    copyFileSync(unfinished, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  syncFile(file);
}
