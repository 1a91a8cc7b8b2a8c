import { createHash } from 'node:crypto';
import type { Subject } from '../../context/subject.ts';

/** More than ask one process in a day, and more than one account has open. */
const usualMost = { all: 5_000, ofAccount: 100 };

/**
 * Who was found behind what they carry, a session's cookie: they go first while it is not known yet who all the others are,
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

  /** The same look-up, after which it is known whom it found. */
  remembering(lookUp: (request: Request) => Promise<Subject>): (request: Request) => Promise<Subject> {
    return async (request) => {
      const subject = await lookUp(request);
      const proof = this.#proofIn(request);
      if (proof !== undefined) this.#note(digestOf(proof), subject);
      return subject;
    };
  }

  #note(digest: string, subject: Subject): void {
    this.#forget(digest);
    if (subject.kind !== 'account') return;
    const { accountId } = subject;
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
