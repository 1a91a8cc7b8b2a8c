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

interface Part {
  readonly part: 'account' | 'address';
  readonly key: string;
  readonly most: number;
}

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
    return !this.isFull && this.fullPartOf(asker) === undefined;
  }

  /** What of an asker has all that it may have, where there is room for others. */
  fullPartOf(asker: Asker): 'account' | 'address' | undefined {
    return this.#partsOf(asker).find(({ key, most }) => (this.#counts.get(key) ?? 0) >= most)?.part;
  }

  /** Whether its account or its address has all it may have: more places would be none for it. */
  hasItsShare(asker: Asker): boolean {
    return this.fullPartOf(asker) !== undefined;
  }

  enter(asker: Asker): void {
    this.#all += 1;
    for (const { key } of this.#partsOf(asker)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  leave(asker: Asker): void {
    this.#all -= 1;
    for (const { key } of this.#partsOf(asker)) {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  #partsOf({ account, address }: Asker): Part[] {
    const { ofAccount, fromAddress } = this.#limits;
    return [
      ...(account === undefined ? [] : [{ part: 'account', key: `account ${account}`, most: ofAccount } as const]),
      ...(address === undefined ? [] : [{ part: 'address', key: `address ${address}`, most: fromAddress } as const]),
    ];
  }
}
