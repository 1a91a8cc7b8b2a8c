/** A caller. Callers of an internal listener need not be told apart. */
export interface Asker {
  readonly account?: string | undefined;
  readonly address?: string | undefined;
}

/** Limits in total, for one account, and for one address or IPv6 /48. */
export interface CrowdLimits {
  readonly all: number;
  readonly ofAccount: number;
  readonly fromAddress: number;
}

/** A limit in total only. */
export const inTotal = (all: number): CrowdLimits => ({ all, ofAccount: all, fromAddress: all });

/** One of the shared parts of a caller. */
interface Part {
  readonly part: 'account' | 'address' | 'IPv6 /48';
  readonly key: string;
}

/** The parts by which a caller counts. One machine may own a whole /48, which is 65,536 addresses by our count. */
export function partsOfAsker({ account, address }: Asker): Part[] {
  const parts: Part[] = [];
  if (account !== undefined) parts.push({ part: 'account', key: `account ${account}` });
  if (address === undefined) return parts;
  parts.push({ part: 'address', key: `address ${address}` });
  if (address.includes(':')) parts.push({ part: 'IPv6 /48', key: `site ${siteOf(address)}` });
  return parts;
}

function siteOf(address: string): string {
  const [head = [], tail = []] = address.split('::').map((side) => side.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 3).join(':');
}

/** Counts the callers inside, so that none takes all places. */
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

  /** The part of a caller that has used up its share while others have room. */
  fullPartOf(asker: Asker): Part['part'] | undefined {
    return partsOfAsker(asker).find(({ part, key }) => (this.#counts.get(key) ?? 0) >= this.#mostOf(part))?.part;
  }

  /** True if the caller's account or address has its share: more places would not help it. */
  hasItsShare(asker: Asker): boolean {
    return this.fullPartOf(asker) !== undefined;
  }

  enter(asker: Asker): void {
    this.#all += 1;
    for (const { key } of partsOfAsker(asker)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  leave(asker: Asker): void {
    this.#all -= 1;
    for (const { key } of partsOfAsker(asker)) {
      const left = (this.#counts.get(key) ?? 0) - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
  }

  #mostOf(part: Part['part']): number {
    return part === 'account' ? this.#limits.ofAccount : this.#limits.fromAddress;
  }
}
