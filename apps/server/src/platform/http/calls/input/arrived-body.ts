import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import type { CallDefinition } from '@usance/api/call';
import { openUnnamed } from '../../../data-dir/unnamed-file.ts';
import { Refusal, unavailable } from '../../../refusal.ts';
import { LineLengths } from './line-lengths.ts';

/** A body that has arrived in full: its bytes, readable many times, and its digest. */
export interface ArrivedBody {
  content(): AsyncIterable<Buffer>;
  readonly digest: string;
  readonly bytes: number;
  close(): Promise<void>;
}

const mostBytes = 64 * 1024 * 1024;
const pieceBytes = 64 * 1024;

/** The limits that a call sets for its bodies. */
type BodyLimits = Pick<CallDefinition, 'longestLine' | 'largestBody'>;

/**
 * Receives bodies before any work begins. A slow sender holds only an unnamed file, and all bodies together a limited
 * number of bytes.
 */
export class Arrivals {
  #bytes = 0;
  readonly #mostBytes: number;

  constructor(mostAtOnce = 16 * mostBytes) {
    this.#mostBytes = mostAtOnce;
  }

  /**
   * Receives a whole body. Throws 413 above 64 MiB or a larger `largestBody`, 400 at the first line longer than
   * `longestLine` bytes, and 503 while too many bytes are held.
   */
  async arrived(body: AsyncIterable<Buffer>, limits: BodyLimits = {}): Promise<ArrivedBody> {
    const { longestLine, largestBody = 0 } = limits;
    const most = Math.max(mostBytes, largestBody);
    const file = await openUnnamed();
    let bytes = 0;
    const close = async () => {
      this.#bytes -= bytes;
      bytes = 0;
      await file.close();
    };
    try {
      const lines = longestLine === undefined ? undefined : new LineLengths(longestLine);
      const digest = await copy(body, file, (chunk) => {
        bytes += chunk.length;
        this.#bytes += chunk.length;
        if (bytes > most) throw new Refusal('FILE_TOO_LARGE', `A body has at most ${most} bytes.`);
        if (this.#bytes > this.#mostBytes) throw unavailable('arriving bodies have used up their space');
        lines?.add(chunk);
      });
      return { content: () => piecesOf(file), digest, bytes, close };
    } catch (error) {
      await close();
      throw error;
    }
  }
}

/** A stream of the file would close it once its reader stops early, and nobody could read the body again. */
async function* piecesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(pieceBytes), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function copy(body: AsyncIterable<Buffer>, file: FileHandle, check: (chunk: Buffer) => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) {
    check(chunk);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return hash.digest('hex');
}
