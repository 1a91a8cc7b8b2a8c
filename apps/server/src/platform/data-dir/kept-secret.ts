import { constants, copyFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../failure/operator-error.ts';
import { randomSecret } from '../random-secret.ts';
import { syncFile, syncFolder } from './sync-folders.ts';
import { leftBehindOf, unfinishedOf } from './unfinished-file.ts';

/**
 * Returns the secret of that name in the folder, readable only by its owner. Creates it on first use, whole or not at
 * all. Throws OperatorError for an empty file, as a full disk may leave one.
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
  throw new OperatorError(
    `${file} is empty. Restore its content; if nothing uses it, remove it to have a new one created.`,
  );
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

/** If another process was faster, its secret stays. */
function giveItsName(unfinished: string, file: string): void {
  try {
    linkSync(unfinished, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    // Another container, which cannot see our process, took this file for a leftover and removed it.
    if (code === 'ENOENT' && !existsSync(unfinished)) make(file);
    else copyTo(file, unfinished);
  }
}

/**
 * For file systems without links. Renaming could replace a secret that another process has created and used meanwhile.
 * A crash during the copy leaves an empty file, which is reported.
 */
function copyTo(file: string, unfinished: string): void {
  try {
    copyFileSync(unfinished, file, constants.COPYFILE_EXCL);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  syncFile(file);
}
