import { randomUUID } from 'node:crypto';
import { hourMs } from '@usance/period/instant';

/** A buyer who subscribed at the stand-in, with their registration token. */
export interface StandInBuyer {
  readonly cloud: 'aws' | 'azure';
  readonly token: string;
  readonly product: string;
  readonly account: string;
  readonly licence?: string;
  readonly customer?: string;
  /** Azure: the subscription. */
  readonly instance?: string;
}

/** A record that the stand-in holds and bills. */
export interface HeldRecord {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  readonly dimension: string;
  readonly hour: string;
  readonly quantity: number;
}

type Posting =
  | { readonly kind: 'accepted' | 'repeated' | 'other'; readonly held: HeldRecord }
  | { readonly kind: 'tooOld' };

/** The books of a marketplace: buyers, and one record for each hour, whose first value stays. */
export class StandInBooks {
  readonly #buyers: StandInBuyer[] = [];
  readonly #left = new Set<StandInBuyer>();
  readonly #active = new Set<StandInBuyer>();
  readonly #held = new Map<string, HeldRecord>();
  readonly dimensions: ReadonlySet<string>;
  readonly now: () => Date;

  constructor(dimensions: readonly string[], now: () => Date) {
    this.dimensions = new Set(dimensions);
    this.now = now;
  }

  subscribe(buyer: StandInBuyer): void {
    this.#buyers.push(buyer);
  }

  leave(token: string): void {
    for (const buyer of this.#buyers) if (buyer.token === token) this.#left.add(buyer);
  }

  activate(buyer: StandInBuyer): void {
    this.#active.add(buyer);
  }

  isActive(buyer: StandInBuyer): boolean {
    return this.#active.has(buyer) && !this.#left.has(buyer);
  }

  hasLeft(buyer: StandInBuyer): boolean {
    return this.#left.has(buyer);
  }

  byToken(cloud: StandInBuyer['cloud'], token: string): StandInBuyer | undefined {
    return this.#buyers.find((buyer) => buyer.cloud === cloud && buyer.token === token);
  }

  find(matches: (buyer: StandInBuyer) => boolean): StandInBuyer | undefined {
    return this.#buyers.find((buyer) => matches(buyer) && !this.#left.has(buyer)) ?? this.#buyers.find(matches);
  }

  /** True up to 24 hours back, and until 06:00 UTC on the 1st for the month before. */
  isInBounds(at: Date): boolean {
    const now = this.now();
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    const isOfClosedMonth = at.getTime() < first && now.getTime() >= first + 6 * hourMs;
    return at.getTime() <= now.getTime() && at.getTime() > now.getTime() - 24 * hourMs && !isOfClosedMonth;
  }

  /** Stores the quantity of an hour, or reports whether the stored one is the same. */
  post(key: string, given: Pick<HeldRecord, 'account' | 'dimension' | 'quantity'> & { readonly at: Date }): Posting {
    if (!this.isInBounds(given.at)) return { kind: 'tooOld' };
    const { account, dimension, quantity } = given;
    const hour = new Date(Math.floor(given.at.getTime() / hourMs) * hourMs).toISOString();
    const place = JSON.stringify([key, account, dimension, hour]);
    const held = this.#held.get(place);
    if (held) return { kind: held.quantity === quantity ? 'repeated' : 'other', held };
    const made = { id: randomUUID(), key, account, dimension, hour, quantity };
    this.#held.set(place, made);
    return { kind: 'accepted', held: made };
  }

  get records(): readonly HeldRecord[] {
    return [...this.#held.values()];
  }
}
