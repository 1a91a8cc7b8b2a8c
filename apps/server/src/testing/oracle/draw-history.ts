import type { Currency } from '@usance/money/currency';
import { aDay, aMinute, anHour, calendarMonth, hourOf, instantOn } from './calendar.ts';
import type { Drawing } from './drawing.ts';
import type { ContractGiven, Event, ListPrice, Usage } from './history.ts';

export const items = ['oracle.compute', 'oracle.storage', 'oracle.network'] as const;
type Item = (typeof items)[number];

/** List prices in both currencies: one long before the beginning, and another from the second month on. */
export function drawListPrices(draw: Drawing, begin: number): ListPrice[] {
  const later = begin + draw.whole(30, 50) * aDay + draw.whole(0, 59) * aMinute;
  return items.flatMap((item) =>
    (['USD', 'CNY'] as const).flatMap((currency) =>
      [begin - 400 * aDay, later].map((from) => ({
        item,
        currency,
        price: draw.decimal(3, draw.one([2, 8, 12])),
        from,
      })),
    ),
  );
}

/** A contract that began before an instant, in the same billing month. */
export function drawContract(draw: Drawing, now: number): ContractGiven {
  const currency: Currency = draw.one(['USD', 'CNY']);
  const earliest = instantOn(calendarMonth(now, currency), 1, 0, currency);
  const span = Math.floor((now - earliest) / aMinute);
  return { currency, begin: earliest + draw.whole(0, span - 1) * aMinute, paysAtOnce: draw.isSo(0.5) };
}

/** Draws the events of the contracts of one history. */
export class Histories {
  readonly #draw: Drawing;
  readonly #since = new Map<string, number>();
  readonly #issued = new Map<number, { count: number; unbound: number[] }>();
  #count = 0;

  constructor(draw: Drawing) {
    this.#draw = draw;
  }

  /** The events of a contract at an instant. */
  eventsAt(now: number, contract: { readonly no: number; readonly given: ContractGiven }): Event[] {
    const { no } = contract;
    const draw = this.#draw;
    const events: Event[] = [];
    if (draw.isSo(0.06)) events.push({ kind: 'usage', records: this.#records(now, contract) });
    if (draw.isSo(0.03)) events.push({ kind: 'deposit', amount: draw.decimal(200, draw.one([0, 2, 2, 8])) });
    if (draw.isSo(0.006)) events.push({ kind: 'uphold', monthsAgo: draw.whole(0, 2), credit: draw.decimal(80, 2) });
    if (draw.isSo(0.02)) events.push({ kind: 'withdrawal', amount: draw.decimal(20, 2) });
    events.push(...this.#vouchers(no));
    if (draw.isSo(0.006)) events.push(...this.#terms(now, contract));
    return events;
  }

  #vouchers(no: number): Event[] {
    const draw = this.#draw;
    const known = this.#issued.get(no) ?? { count: 0, unbound: [] };
    this.#issued.set(no, known);
    const first = draw.isSo(0.05) ? known.unbound.shift() : undefined;
    if (first !== undefined) return [{ kind: 'bind', voucherNo: first }];
    if (!draw.isSo(0.025)) return [];
    const isBound = draw.isSo(0.8);
    if (!isBound) known.unbound.push(known.count);
    known.count += 1;
    return [{ kind: 'voucher', amount: draw.decimal(60, draw.one([0, 2])), days: draw.whole(1, 45), isBound }];
  }

  #records(now: number, { no, given }: { readonly no: number; readonly given: ContractGiven }): Usage[] {
    const draw = this.#draw;
    return Array.from({ length: draw.whole(1, 8) }, () => {
      const isOld = draw.isSo(0.1);
      const back = isOld ? draw.whole(1, 40 * 24) : draw.whole(1, 3 * 24);
      const first = hourOf(now) - back * anHour;
      const start = Math.max(first + draw.one([0, 0, 600_000]), given.begin);
      const end = Math.min(start + draw.one([60_000, 1_800_000]), hourOf(start) + anHour);
      this.#count += 1;
      // Old usage is often a correction, which may outweigh the usage of the open month.
      const quantity = `${draw.isSo(isOld ? 0.7 : 0.12) ? '-' : ''}${draw.decimal(draw.one([5, 40, 300]), draw.one([0, 2, 12]))}`;
      return { id: `c${no}-u${this.#count}-${draw.whole(0, 999)}`, item: this.#item(), quantity, start, end };
    });
  }

  /** Terms begin in an open month, and each after the previous one of its kind. */
  #terms(now: number, { no, given }: { readonly no: number; readonly given: ContractGiven }): Event[] {
    const draw = this.#draw;
    const kind = draw.one(['ownPrice', 'discount', 'free', 'tiers']);
    const item = this.#item();
    const what = `${no} ${kind} ${kind === 'ownPrice' || kind === 'free' ? item : ''}`;
    const before = this.#since.get(what);
    if (kind === 'free' && before !== undefined) return [];
    const open = Math.max(
      instantOn(calendarMonth(now, given.currency), 1, 0, given.currency),
      given.begin,
      (before ?? 0) + 60_000,
    );
    const from = draw.isSo(0.5)
      ? Math.max(now, open) + draw.whole(1, 5 * 24 * 60) * aMinute
      : open + draw.whole(0, 600) * aMinute;
    this.#since.set(what, from);
    if (kind === 'ownPrice') return [{ kind, item, price: draw.decimal(2, draw.one([2, 12])), from }];
    if (kind === 'discount') return [{ kind, rate: `0.${draw.whole(1, 999_999)}`, from }];
    if (kind === 'free') return [{ kind, item, from }];
    const bounds = [draw.decimal(20, 2), `${draw.whole(20, 90)}.${draw.whole(0, 99_999_999)}`];
    const rates = ['1', '0.9', '0.75'] as const;
    return [{ kind, from, tiers: rates.map((rate, index) => ({ from: bounds[index - 1] ?? '0', rate })) }];
  }

  #item(): Item {
    return this.#draw.one(items);
  }
}
