/** Why an answer is not believed: for our log, never for who sent it. */
export class Untrusted extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'Untrusted';
  }
}

export function believe(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Untrusted(why);
}
