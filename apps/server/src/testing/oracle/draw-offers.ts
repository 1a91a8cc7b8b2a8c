import { aDay, aMinute, anHour, hourOf } from './calendar.ts';
import { items } from './draw-history.ts';
import type { Drawing } from './drawing.ts';
import type { Event, OfferGiven } from './history.ts';

/** Draws offers to contracts and their fates: most are accepted, also several at once. */
export class OfferHistories {
  readonly #draw: Drawing;
  readonly #made = new Map<number, { waiting: number[]; accepted: number[] }>();
  #count = 0;

  constructor(draw: Drawing) {
    this.#draw = draw;
  }

  eventsAt(now: number, contractNo: number): Event[] {
    const draw = this.#draw;
    const made = this.#made.get(contractNo) ?? { waiting: [], accepted: [] };
    this.#made.set(contractNo, made);
    const events: Event[] = [];
    if (draw.isSo(0.25)) events.push(...this.#answered(made));
    if (draw.isSo(0.02)) events.push(...this.#withdrawn(made));
    if (draw.isSo(0.04)) {
      this.#count += 1;
      made.waiting.push(this.#count);
      events.push({ kind: 'offer', offerNo: this.#count, given: this.#given(now) });
      if (draw.isSo(0.5)) events.push(...this.#answered(made));
    }
    return events;
  }

  /** The newest first, so that some wait until they expire. */
  #answered({ waiting, accepted }: { waiting: number[]; accepted: number[] }): Event[] {
    const offerNo = waiting.pop();
    if (offerNo === undefined) return [];
    const isAccepted = this.#draw.isSo(0.85);
    if (isAccepted) accepted.push(offerNo);
    return [{ kind: 'answerOffer', offerNo, isAccepted }];
  }

  #withdrawn({ waiting, accepted }: { waiting: number[]; accepted: number[] }): Event[] {
    const offerNo = (this.#draw.isSo(0.7) ? accepted : waiting).pop();
    return offerNo === undefined ? [] : [{ kind: 'withdrawOffer', offerNo }];
  }

  /** An offer may begin in the past, within the open month, or days later; on the hour or within it. */
  #given(now: number): OfferGiven {
    const draw = this.#draw;
    const hour = hourOf(now) + draw.whole(-12 * 24, 12 * 24) * anHour;
    const deadline = hourOf(now) + draw.whole(1, 10) * aDay;
    const isTiered = draw.isSo(0.5);
    const named = items.filter(() => draw.isSo(0.5));
    const from = hour + draw.one([0, 0, draw.whole(1, 59)]) * aMinute;
    const lasts = Math.max(deadline, from + aMinute) + draw.whole(0, 12 * 24 * 60) * aMinute;
    return {
      items: (named.length === 0 && !isTiered ? [draw.one(items)] : named).map((item) =>
        draw.isSo(0.5)
          ? { item, price: draw.decimal(2, draw.one([2, 12])) }
          : { item, discount: `0.${draw.whole(1, 999_999)}` },
      ),
      tiers: isTiered ? this.#tiers() : [],
      from,
      to: draw.isSo(0.5) ? lasts : undefined,
      deadline,
    };
  }

  #tiers(): OfferGiven['tiers'] {
    const draw = this.#draw;
    const bounds = [draw.decimal(15, 2), `${draw.whole(15, 70)}.${draw.whole(0, 99_999_999)}`];
    const rates = [draw.one(['1', '0.95']), '0.8', '0.555555'];
    return rates.map((rate, index) => ({ from: bounds[index - 1] ?? '0', rate }));
  }
}
