/** Who asks. Callers of a listener that only our own machines reach need not be told apart. */
export interface Asker {
  readonly account?: string | undefined;
  readonly address?: string | undefined;
}

/** How many there may be in all, of one account, and from one address. */
export interface CrowdLimits {
  readonly all: number;
  readonly ofAccount: number;
  readonly fromAddress: number;
}

/** So many, whoever they are. */
export const anybody = (all: number): CrowdLimits => ({ all, ofAccount: all, fromAddress: all });

/** Counts who is in, so that nobody fills a place alone. */
export class Crowd {
  #all = 0;
  readonly #counts = new Map<string, number>();
  readonly #limits: CrowdLimits;

  constructor(limits: CrowdLimits) {
    this.#limits = limits;
  }

  get isFull(): boolean {
    return this.#all >= this.#limits.all;
  }

  hasRoomFor(asker: Asker): boolean {
    return !this.isFull && this.#keysOf(asker).every(([key, most]) => (this.#counts.get(key) ?? 0) < most);
  }

  /** What of an asker has all that it may have, where there is room for others. */
  fullPartOf(asker: Asker): string {
    const full = this.#keysOf(asker).find(([key, most]) => (this.#counts.get(key) ?? 0) >= most);
    return full?.[0].startsWith('account') ? 'an account' : 'an address';
  }

  /** Whether its account has all it may have: more places would be none for it. */
  hasItsShare({ account }: Asker): boolean {
    return account !== undefined && (this.#counts.get(`account ${account}`) ?? 0) >= this.#limits.ofAccount;
  }

  enter(asker: Asker): void {
    this.#all += 1;
    for (const [key] of this.#keysOf(asker)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  leave(asker: Asker): void {
    this.#all -= 1;
    for (const [key] of this.#keysOf(asker)) {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  #keysOf({ account, address }: Asker): [key: string, most: number][] {
    return [
      ...(account === undefined ? [] : [[`account ${account}`, this.#limits.ofAccount] as [string, number]]),
      ...(address === undefined ? [] : [[`address ${address}`, this.#limits.fromAddress] as [string, number]]),
    ];
  }
}
