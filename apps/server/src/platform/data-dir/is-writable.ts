import { accessSync, constants, lstatSync } from 'node:fs';
import { OperatorError } from '../failure/operator-error.ts';

/** True if this process may create files in the folder; false if it does not exist. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws OperatorError if the folder (or link) exists and this process may not create files in it. */
export function assertWritable(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined || isWritable(folder)) return;
  throw new OperatorError(mayNotWrite(folder));
}

export function mayNotWrite(folder: string): string {
  return `This user may not write in ${folder}: let it, or set another DATA_DIR.`;
}
