import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../../refusal.ts';

/** A body that has arrived whole: its bytes once more, and what it is known by. */
export interface ArrivedBody {
  readonly content: AsyncIterable<Buffer>;
  readonly digest: string;
  close(): Promise<void>;
}

const mostBytes = 64 * 1024 * 1024;

/**
 * Waits for all of a body, so that it is known by its digest before anything is done. It lies in a file without a name
 * meanwhile, not in memory. 413 for more than 64 MiB.
 */
export async function arrivedBody(body: AsyncIterable<Buffer>): Promise<ArrivedBody> {
  const path = join(tmpdir(), `usance-body-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    // Gone from the folder at once, so that not even a killed process leaves one behind.
    await unlink(path);
    const digest = await copy(body, file);
    return {
      content: file.createReadStream({ start: 0, autoClose: false }),
      digest,
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function copy(body: AsyncIterable<Buffer>, file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Refusal('FILE_TOO_LARGE', `A body has at most ${mostBytes} bytes.`);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return hash.digest('hex');
}
