import { accessSync, constants } from 'node:fs';

/** Whether this process may make files in a folder; false where there is none. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
