import type { Currency } from '@usance/money/currency';
import { anHour, calendarMonth, hourOf } from './calendar.ts';
import { abs, exact, fits, lesser, type Precise, rounded, times, total } from './exact.ts';
import type { LadderStep, ListPrice, Usage } from './history.ts';
import type { OfferBook } from './offers.ts';

/** An acknowledged usage record with its billing hour. */
export interface Billed extends Usage {
  readonly billAt: number;
}

/** A rated row: a slice of a record with its multiplier and its amount. */
export interface Row {
  readonly usage: Billed;
  readonly quantity: Precise;
  readonly listPrice: Precise;
  readonly rate: Precise;
  readonly amount: Precise;
  /** The offer that set its price or its tiers. */
  readonly offerNo: number | undefined;
}

/** The terms agreed so far, each list in order of time. */
export interface AgreedSoFar {
  readonly currency: Currency;
  readonly begin: number;
  readonly list: readonly ListPrice[];
  readonly own: { item: string; price: string; from: number }[];
  readonly discounts: { rate: string; from: number }[];
  readonly free: { item: string; from: number }[];
  readonly ladders: { tiers: readonly LadderStep[]; from: number }[];
  readonly offers: OfferBook;
}

/**
 * Rates the records of one billing month. The terms at the start of a record's hour apply, or at the contract's
 * beginning if that lies within the hour.
 * An offer in force sets the prices of its items, and its tiers if it has some; otherwise the contract's own terms
 * apply. Tiers apply to the month's amount so far at item prices (less the discount where no tiers hold), in order of
 * hour and id.
 */
export function rated(records: readonly Billed[], terms: AgreedSoFar): Row[] {
  const inOrder = records.toSorted((a, b) => a.billAt - b.billAt || (a.id < b.id ? -1 : 1));
  let reached = 0n;
  return inOrder.flatMap((usage) => {
    const at = instantOfTerms(usage.start, terms);
    const quantity = exact(usage.quantity);
    const own = lastFrom(
      terms.own.filter(({ item }) => item === usage.item),
      at,
    );
    const offer = terms.offers.holdingAt(at);
    const offered = offer?.prices.get(usage.item);
    const price = offered ?? (own ? exact(own.price) : listPriceAt(terms, usage.item, at));
    const offeredTiers = offer && offer.given.tiers.length > 0 ? offer.given.tiers : undefined;
    const tiers = offeredTiers ?? lastFrom(terms.ladders, at)?.tiers;
    const isReduced = offered !== undefined || own !== undefined || tiers !== undefined;
    const rate = exact(isReduced ? '1' : (lastFrom(terms.discounts, at)?.rate ?? '1'));
    const offerNo = offered !== undefined || offeredTiers ? offer?.no : undefined;
    const row = { usage, quantity, listPrice: price, rate, offerNo };
    if (terms.free.some(({ item, from }) => item === usage.item && from <= at)) return [{ ...row, amount: 0n }];
    const before = reached;
    reached += times(times(quantity, price), rate);
    if (tiers) return sliced(row, { price, before, tiers });
    return [{ ...row, amount: rounded(times(times(quantity, price), rate), 12) }];
  });
}

function instantOfTerms(start: number, { begin }: AgreedSoFar): number {
  const from = hourOf(start);
  return from < begin && begin < from + anHour ? begin : from;
}

export function listPriceAt(
  { list, currency }: Pick<AgreedSoFar, 'list' | 'currency'>,
  item: string,
  at: number,
): Precise {
  const listed = lastFrom(
    list.filter((each) => each.item === item && each.currency === currency),
    at,
  );
  if (!listed) throw new Error(`No list price of ${item}`);
  return exact(listed.price);
}

function lastFrom<Version extends { readonly from: number }>(versions: readonly Version[], at: number) {
  return versions.findLast(({ from }) => from <= at);
}

/**
 * Cuts a record into its slices at the 12th place of its quantity; the unit across a bound belongs to the tier above. A
 * correction takes back the cost of the same usage at the end of the month's amount.
 */
function sliced(
  row: Omit<Row, 'amount'>,
  { price, before, tiers }: { price: Precise; before: Precise; tiers: readonly LadderStep[] },
): Row[] {
  const { quantity } = row;
  const sign = quantity < 0n ? -1n : 1n;
  const low = sign < 0n ? before + times(quantity, price) : before;
  const size = abs(quantity);
  /** The part of the quantity below a bound. */
  const below = (bound: Precise) =>
    bound <= low ? 0n : price === 0n ? size : lesser(size, fits(price, bound - low, 12));
  const slices = tiers.flatMap(({ rate }, index) => {
    const next = tiers[index + 1];
    const upTo = next ? below(exact(next.from)) : size;
    const since = index === 0 ? 0n : below(exact(tiers[index]?.from ?? '0'));
    const part = (upTo - since) * sign;
    if (part === 0n) return [];
    return [{ ...row, quantity: part, rate: exact(rate), amount: rounded(times(times(part, price), exact(rate)), 12) }];
  });
  return slices.length > 0 ? slices : [{ ...row, amount: 0n }];
}

export const sumOf = (rows: readonly Row[]): Precise => total(rows.map(({ amount }) => amount));
export const isOfMonth = (month: string, currency: Currency) => (row: Billed) =>
  calendarMonth(row.billAt, currency) === month;
