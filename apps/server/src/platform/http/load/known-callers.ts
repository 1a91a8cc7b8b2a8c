import { createHash } from 'node:crypto';
import type { Subject } from '../../context/subject.ts';

/** More than ask one process in a day, and more than one account has open. */
const usualMost = { all: 5_000, ofAccount: 100 };

/**
 * Who was found behind what they carry, a session's cookie or their device's: they go first while it is not known yet who all the others are,
 * since whoever makes cookies up could fill every line in which one waits to be looked up. It is no proof of anything. Of
 * one account some are remembered and no more, or one customer could have all others forgotten by signing in often.
 */
export class KnownCallers<Request> {
  /** The account by the digest of what is carried, in the order in which they came last. */
  readonly #accounts = new Map<string, string>();
  readonly #ofAccount = new Map<string, Set<string>>();
  readonly #proofIn: (request: Request) => string | undefined;
  readonly #most: typeof usualMost;

  constructor(proofIn: (request: Request) => string | undefined, most = usualMost) {
    this.#proofIn = proofIn;
    this.#most = most;
  }

  has(request: Request): boolean {
    return this.accountOf(request) !== undefined;
  }

  /** The account that was found last; who asks may no longer be of it. */
  accountOf(request: Request): string | undefined {
    const proof = this.#proofIn(request);
    return proof === undefined ? undefined : this.#accounts.get(digestOf(proof));
  }

  /** The same look-up, after which it is known whom it found; of whom it does not find any more, nothing is. */
  remembering(lookUp: (request: Request) => Promise<Subject>): (request: Request) => Promise<Subject> {
    return async (request) => {
      const subject = await lookUp(request);
      const proof = this.#proofIn(request);
      if (proof === undefined) return subject;
      this.#forget(digestOf(proof));
      if (subject.kind === 'account') this.#note(digestOf(proof), subject.accountId);
      return subject;
    };
  }

  /** The same, but nobody is forgotten for being signed out: a device is needed most by whose session has ended. */
  keeping(lookUp: (request: Request) => Promise<Subject>): (request: Request) => Promise<Subject> {
    return async (request) => {
      const subject = await lookUp(request);
      const proof = this.#proofIn(request);
      if (proof !== undefined && subject.kind === 'account') {
        this.#forget(digestOf(proof));
        this.#note(digestOf(proof), subject.accountId);
      }
      return subject;
    };
  }

  #note(digest: string, accountId: string): void {
    const own = this.#ofAccount.get(accountId) ?? new Set();
    this.#accounts.set(digest, accountId);
    this.#ofAccount.set(accountId, own.add(digest));
    if (own.size > this.#most.ofAccount) this.#forgetFirst(own);
    if (this.#accounts.size > this.#most.all) this.#forgetFirst(this.#accounts.keys());
  }

  #forgetFirst(digests: Iterable<string>): void {
    const [oldest] = digests;
    if (oldest !== undefined) this.#forget(oldest);
  }

  #forget(digest: string): void {
    const accountId = this.#accounts.get(digest);
    if (accountId === undefined) return;
    this.#accounts.delete(digest);
    const own = this.#ofAccount.get(accountId);
    own?.delete(digest);
    if (own?.size === 0) this.#ofAccount.delete(accountId);
  }
}

function digestOf(proof: string): string {
  return createHash('sha256').update(proof).digest('base64');
}
