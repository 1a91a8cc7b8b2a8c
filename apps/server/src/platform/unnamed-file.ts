import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file of the temporary folder that is gone from there at once, so that not even a killed process leaves one behind. */
export async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `usance-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
