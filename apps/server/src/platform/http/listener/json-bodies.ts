import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';
import { unavailable } from '../../refusal.ts';
import { type Asker, partsOfAsker } from '../load/crowd.ts';

/** The limit of held bytes of JSON bodies, in total and for each account, address or IPv6 /48. */
export interface JsonBytes {
  readonly all: number;
  readonly ofOne: number;
}

const leastHeld = 4 * 1024;

/** A body that is still arriving. */
interface Coming {
  readonly parts: readonly string[];
  /** True if some bytes have arrived; refusing an empty one would free nothing. */
  readonly holdsAny: () => boolean;
  readonly refuse: (why: Error) => void;
}

/**
 * Holds JSON bodies while they arrive, before any look-up of their senders. It limits their memory, from the first byte
 * until the body is used or its sender leaves. With `forNewest`, for small bodies that arrive in a moment, a full space
 * or share refuses its oldest incomplete bodies in favour of the next. Otherwise a few endless ones would lock everyone
 * out, or everyone behind the same address or /48.
 */
export class JsonBodies {
  #bytes = 0;
  readonly #ofPart = new Map<string, number>();
  /** The oldest first. */
  readonly #coming = new Set<Coming>();
  readonly #most: JsonBytes;
  readonly #forNewest: boolean;

  constructor(most: JsonBytes, { forNewest = false }: { forNewest?: boolean } = {}) {
    this.#most = most;
    this.#forNewest = forNewest;
  }

  /**
   * Returns the result of `use` on the whole body. Throws 413 above `mostBytes`, and 503 while too many bytes are held;
   * the rest of a refused body is discarded.
   */
  async read<T>(sent: Readable, asker: Asker, mostBytes: number, use: (body: Buffer) => T | Promise<T>): Promise<T> {
    const parts = partsOfAsker(asker).map(({ key }) => key);
    let length = 0;
    let held = Buffer.alloc(0);
    const letGo = () => {
      this.#coming.delete(coming);
      this.#giveBack(parts, held.length);
      held = Buffer.alloc(0);
    };
    const { promise: refused, reject } = Promise.withResolvers<never>();
    const coming: Coming = {
      parts,
      holdsAny: () => held.length > 0,
      refuse: (why) => {
        letGo();
        reject(why);
      },
    };
    // A buffer of our own: pieces of one byte each would take a hundred times their size.
    const keep = (piece: Buffer) => {
      const needed = length + piece.length;
      if (needed > mostBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      if (needed > held.length) {
        const size = Math.max(leastHeld, 2 ** Math.ceil(Math.log2(needed)));
        this.#take(coming, size - held.length);
        const larger = Buffer.allocUnsafeSlow(size);
        held.copy(larger, 0, 0, length);
        held = larger;
      }
      length += piece.copy(held, length);
    };
    const whole = async () => {
      // Discards the rest of a body that was refused meanwhile.
      for await (const piece of sent.iterator({ destroyOnReturn: false })) if (this.#coming.has(coming)) keep(piece);
      this.#coming.delete(coming);
    };
    this.#coming.add(coming);
    try {
      await Promise.race([whole(), refused]);
      return await use(held.subarray(0, length));
    } catch (error) {
      sent.resume();
      throw error;
    } finally {
      letGo();
    }
  }

  #take(taker: Coming, bytes: number): void {
    const isFull = () => this.#bytes + bytes > this.#most.all;
    const isFullOf = (part: string) => this.#heldOf(part) + bytes > this.#most.ofOne;
    const full = unavailable('arriving JSON bodies have used up their space');
    const fullOfOne = unavailable('the JSON bodies of one account or address have used up its space');
    const makeRoom = (isIn: (other: Coming) => boolean, why: Error) => {
      if (!this.#forNewest) return;
      for (const other of this.#coming) if (other !== taker && other.holdsAny() && isIn(other)) other.refuse(why);
    };
    makeRoom(({ parts }) => taker.parts.some((part) => isFullOf(part) && parts.includes(part)), fullOfOne);
    if (taker.parts.some(isFullOf)) throw fullOfOne;
    makeRoom(isFull, full);
    if (isFull()) throw full;
    this.#bytes += bytes;
    for (const part of taker.parts) this.#ofPart.set(part, this.#heldOf(part) + bytes);
  }

  #giveBack(parts: readonly string[], bytes: number): void {
    this.#bytes -= bytes;
    for (const part of parts) {
      const left = this.#heldOf(part) - bytes;
      if (left > 0) this.#ofPart.set(part, left);
      else this.#ofPart.delete(part);
    }
  }

  #heldOf(part: string): number {
    return this.#ofPart.get(part) ?? 0;
  }
}
