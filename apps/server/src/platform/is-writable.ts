import { accessSync, constants, lstatSync } from 'node:fs';
import { OperatorError } from './operator-error.ts';

/** Whether this process may make files in a folder; false where there is none. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws OperatorError for a folder that is there, or a link in its place, where this process may not make files. */
export function assertWritable(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined || isWritable(folder)) return;
  throw new OperatorError(mayNotWrite(folder));
}

export function mayNotWrite(folder: string): string {
  return `This user may not write in ${folder}: let it, or set another DATA_DIR.`;
}
