import type { Readable } from 'node:stream';
import { normalizeIP } from '@fastify/rate-limit';
import { errorCodes } from 'fastify';
import { unavailable } from '../../refusal.ts';

/** How many bytes of JSON bodies may be held in all, and of what comes from one address. */
export interface JsonBytes {
  readonly all: number;
  readonly fromAddress: number;
}

const leastHeld = 4 * 1024;

/**
 * Holds JSON bodies while they come, for whoever sends them: nobody has been looked up yet. What is counted is the memory
 * they take, from their first byte until they are used or whoever sends has left, and there is so much of it and no more.
 */
export class JsonBodies {
  #bytes = 0;
  readonly #ofAddress = new Map<string, number>();
  readonly #most: JsonBytes;

  constructor(most: JsonBytes) {
    this.#most = most;
  }

  /**
   * What `use` makes of the whole body. 413 for more than `mostBytes`, 503 while too much is there already; what still
   * comes of a refused body is let go of.
   */
  async read<T>(sent: Readable, ip: string, mostBytes: number, use: (body: Buffer) => T | Promise<T>): Promise<T> {
    const address = normalizeIP(ip);
    let length = 0;
    let held = Buffer.alloc(0);
    // One buffer of our own: pieces of a byte each would take a hundred times what they bring.
    const keep = (piece: Buffer) => {
      const needed = length + piece.length;
      if (needed > mostBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (needed > held.length) {
        const size = Math.max(leastHeld, 2 ** Math.ceil(Math.log2(needed)));
        this.#take(address, size - held.length);
        const larger = Buffer.allocUnsafeSlow(size);
        held.copy(larger, 0, 0, length);
        held = larger;
      }
      length += piece.copy(held, length);
    };
    try {
      for await (const piece of sent.iterator({ destroyOnReturn: false })) keep(piece);
      return await use(held.subarray(0, length));
    } catch (error) {
      sent.resume();
      throw error;
    } finally {
      this.#giveBack(address, held.length);
    }
  }

  #take(address: string, bytes: number): void {
    const ofAddress = (this.#ofAddress.get(address) ?? 0) + bytes;
    if (this.#bytes + bytes > this.#most.all)
      throw unavailable('JSON bodies that are on their way have all their room');
    if (ofAddress > this.#most.fromAddress) throw unavailable('the JSON bodies of one address have all its room');
    this.#bytes += bytes;
    this.#ofAddress.set(address, ofAddress);
  }

  #giveBack(address: string, bytes: number): void {
    this.#bytes -= bytes;
    const left = (this.#ofAddress.get(address) ?? 0) - bytes;
    if (left > 0) this.#ofAddress.set(address, left);
    else this.#ofAddress.delete(address);
  }
}
