import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Opens a temporary file that is unlinked at once, so that even a killed process leaves nothing behind. */
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
