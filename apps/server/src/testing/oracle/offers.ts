import { anHour, hourOf } from './calendar.ts';
import { exact, type Precise, rounded, times } from './exact.ts';
import type { OfferGiven } from './history.ts';

export type OfferPlace = 'pending_acceptance' | 'accepted' | 'rejected' | 'expired' | 'invalid';

/** An offer to a contract, and its fate. */
interface Made {
  readonly given: OfferGiven;
  /** The unit prices of its items, fixed when the offer is submitted. */
  readonly prices: ReadonlyMap<string, Precise>;
  /** The sequence number of its acceptance within the contract. */
  accepted?: number;
  /** The instant from which a withdrawn offer sets no prices. */
  withdrawnAt?: number;
  /** The state in which it ended. */
  final?: OfferPlace;
}

/** The list price of an item at an instant. */
export type ListPriceAt = (item: string, at: number) => Precise;

/** The private offers of one contract. Knows the terms of each, and which one holds at an instant. */
export class OfferBook {
  readonly #offers = new Map<number, Made>();
  readonly #begin: number;
  readonly #listPrice: ListPriceAt;
  #acceptances = 0;

  constructor(begin: number, listPrice: ListPriceAt) {
    this.#begin = begin;
    this.#listPrice = listPrice;
  }

  make(no: number, given: OfferGiven): void {
    const first = this.#firstDecided(given.from);
    const prices = new Map(
      given.items.map(({ item, price, discount }): [string, Precise] => [
        item,
        price === undefined ? rounded(times(this.#listPrice(item, first), exact(discount)), 12) : exact(price),
      ]),
    );
    this.#offers.set(no, { given, prices });
  }

  answer(no: number, isAccepted: boolean, at: number): void {
    this.#settle(at);
    const offer = this.#offerOf(no);
    if (!isAccepted) offer.final = 'rejected';
    else {
      this.#acceptances += 1;
      offer.accepted = this.#acceptances;
    }
  }

  /** An offer in force holds to the end of the current hour. */
  withdraw(no: number, at: number): void {
    this.#settle(at);
    const offer = this.#offerOf(no);
    const isHolding = offer.accepted !== undefined && offer.given.from <= at;
    offer.final = 'invalid';
    offer.withdrawnAt = isHolding ? hourOf(at) + anHour : at;
  }

  /** The first instant of an offer; undefined for an unknown number. */
  beginOf(no: number): number | undefined {
    return this.#offers.get(no)?.given.from;
  }

  /** Undefined for an unknown number. */
  standingOf(no: number, at: number): OfferPlace | undefined {
    const offer = this.#offers.get(no);
    return offer && this.#standing(offer, at);
  }

  /** Each offer with its standing and, for an accepted one, the end of its prices. */
  told(at: number): { no: number; standing: OfferPlace; endsAt: number | undefined }[] {
    return [...this.#offers].map(([no, offer]) => ({
      no,
      standing: this.#standing(offer, at),
      endsAt: offer.accepted === undefined ? undefined : this.#endOf(offer),
    }));
  }

  /** The offer that holds at an instant, if any. */
  holdingAt(at: number): { no: number; given: OfferGiven; prices: ReadonlyMap<string, Precise> } | undefined {
    for (const [no, offer] of this.#offers) {
      if (offer.accepted === undefined || at < offer.given.from) continue;
      const end = this.#endOf(offer);
      if (end === undefined || at < end) return { no, given: offer.given, prices: offer.prices };
    }
    return undefined;
  }

  #standing(offer: Made, at: number): OfferPlace {
    const { final, accepted, given } = offer;
    if (final) return final;
    if (accepted === undefined) return given.deadline <= at ? 'expired' : 'pending_acceptance';
    const end = this.#endOf(offer);
    if (end === undefined || at < end) return 'accepted';
    return end === given.to ? 'expired' : 'invalid';
  }

  /** Fixes the state of ended offers, which later acceptances must not change. */
  #settle(at: number): void {
    for (const offer of this.#offers.values()) {
      const standing = this.#standing(offer, at);
      if (standing === 'expired' || standing === 'invalid') offer.final = standing;
    }
  }

  /** The earliest of its expiration, its withdrawal, and the beginning of an offer that was accepted later. */
  #endOf(offer: Made): number | undefined {
    const ends = [offer.given.to, offer.withdrawnAt, ...this.#beginsAfter(offer)].filter((end) => end !== undefined);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** The beginnings of offers accepted later, except those withdrawn before they began. */
  #beginsAfter({ accepted = 0 }: Made): number[] {
    return [...this.#offers.values()]
      .filter((other) => (other.accepted ?? 0) > accepted)
      .filter(({ given, withdrawnAt }) => withdrawnAt === undefined || given.from < withdrawnAt)
      .map(({ given }) => given.from);
  }

  /** The deciding instant of the first hour of an offer. There is no usage before the contract begins. */
  #firstDecided(from: number): number {
    const at = Math.max(from, this.#begin);
    const decides = at <= this.#begin ? this.#begin : hourOf(at);
    return from <= decides ? decides : hourOf(at) + anHour;
  }

  #offerOf(no: number): Made {
    const offer = this.#offers.get(no);
    if (!offer) throw new Error(`No offer ${no}`);
    return offer;
  }
}
