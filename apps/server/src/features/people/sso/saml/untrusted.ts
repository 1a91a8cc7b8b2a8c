import type { RefusedFor } from '@usance/api/identity-provider';

/**
 * Why an answer is not believed: for our log and for operators, never for who sent it. The words are ours and repeat nothing
 * that nobody has signed.
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
