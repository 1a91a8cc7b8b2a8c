import type { RefusedFor } from '@usance/api/people/identity-provider';

/**
 * The reason why an answer is not trusted, for the log and for operators, never for the sender. The words are ours
 * and quote nothing unsigned.
 */
export class Untrusted extends Error {
  readonly about: RefusedFor;

  constructor(why: string, about: RefusedFor, cause?: unknown) {
    super(why, { cause });
    this.name = 'Untrusted';
    this.about = about;
  }
}

export function believe(holds: boolean, why: string, about: RefusedFor = 'form'): asserts holds {
  if (!holds) throw new Untrusted(why, about);
}
