import { createHash } from 'node:crypto';
import type { Subject } from '../../context/subject.ts';

/** More than the callers of one process in a day, and more sessions than one account has. */
const usualMost = { all: 5_000, ofAccount: 100 };

/**
 * Remembers the accounts found behind cookies of sessions or devices. Known callers go first, since made-up cookies
 * could fill every look-up line; this proves nothing. The number for one account is limited, or a customer could evict
 * all others by signing in often.
 */
export class KnownCallers<Request> {
  /** Accounts by the digest of their cookie, ordered by their last visit. */
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

  /** The account found last; the caller may have lost it since. */
  accountOf(request: Request): string | undefined {
    const proof = this.#proofIn(request);
    return proof === undefined ? undefined : this.#accounts.get(digestOf(proof));
  }

  /** Wraps a look-up to remember the callers that it finds and forget those that it no longer finds. */
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

  /** The same, but a signed-out caller is kept: a known device matters most after its session has ended. */
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
