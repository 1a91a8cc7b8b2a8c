import type { Readable } from 'node:stream';
import { errorCodes } from 'fastify';
import { unavailable } from '../../refusal.ts';
import { type Asker, partsOfAsker } from '../load/crowd.ts';

/** How many bytes of JSON bodies may be held in all, and of one account or from one address or IPv6 /48. */
export interface JsonBytes {
  readonly all: number;
  readonly ofOne: number;
}

const leastHeld = 4 * 1024;

/** A body of which not all is there. */
interface Coming {
  readonly parts: readonly string[];
  /** Whether any of it has come: without, nothing would be had of refusing it. */
  readonly holdsAny: () => boolean;
  readonly refuse: (why: Error) => void;
}

/**
 * Holds JSON bodies while they come, for whoever sends them: nobody has been looked up yet. What is counted is the memory
 * they take, from their first byte until they are used or whoever sends has left, and there is so much of it and no more.
 * `forNewest` is for small bodies, which are there in a moment: where the room is full, or the share of an address, those
 * that have been on their way longest in there are refused in place of the next, or a few who never end theirs would keep
 * everybody out, and one of them all who share an address or a /48 with them.
 */
export class JsonBodies {
  #bytes = 0;
  readonly #ofPart = new Map<string, number>();
  /** The longest on its way first. */
  readonly #coming = new Set<Coming>();
  readonly #most: JsonBytes;
  readonly #forNewest: boolean;

  constructor(most: JsonBytes, { forNewest = false }: { forNewest?: boolean } = {}) {
    this.#most = most;
    this.#forNewest = forNewest;
  }

  /**
   * What `use` makes of the whole body. 413 for more than `mostBytes`, 503 while too much is there already; what still
   * comes of a refused body is let go of.
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
    // One buffer of our own: pieces of a byte each would take a hundred times what they bring.
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
      // Of one that is refused meanwhile, what still comes is let go of.
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
    const full = unavailable('JSON bodies that are on their way have all their room');
    const fullOfOne = unavailable('the JSON bodies of one account or address have all its room');
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
