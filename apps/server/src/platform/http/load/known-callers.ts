import { createHash } from 'node:crypto';
import type { Subject } from '../../context/subject.ts';

/** More than ask one process in a day. */
const usualMost = 5_000;

/**
 * Who was found behind what they carry, a session's cookie: they go first while it is not known yet who all the others are,
 * since whoever makes cookies up could fill every line in which one waits to be looked up. It is no proof of anything.
 */
export class KnownCallers<Request> {
  readonly #digests = new Set<string>();
  readonly #proofIn: (request: Request) => string | undefined;
  readonly #most: number;

  constructor(proofIn: (request: Request) => string | undefined, most = usualMost) {
    this.#proofIn = proofIn;
    this.#most = most;
  }

  has(request: Request): boolean {
    const proof = this.#proofIn(request);
    return proof !== undefined && this.#digests.has(digestOf(proof));
  }

  /** The same look-up, after which it is known whom it found. */
  remembering(lookUp: (request: Request) => Promise<Subject>): (request: Request) => Promise<Subject> {
    return async (request) => {
      const subject = await lookUp(request);
      const proof = this.#proofIn(request);
      if (proof !== undefined) this.#note(digestOf(proof), subject.kind !== 'anonymous');
      return subject;
    };
  }

  #note(digest: string, isFound: boolean): void {
    this.#digests.delete(digest);
    if (isFound) this.#digests.add(digest);
    const [oldest] = this.#digests;
    if (this.#digests.size > this.#most && oldest !== undefined) this.#digests.delete(oldest);
  }
}

function digestOf(proof: string): string {
  return createHash('sha256').update(proof).digest('base64');
}
