import {
  add,
  compare,
  type Decimal,
  decimalOf,
  formatDecimal,
  isZero,
  least,
  subtract,
  sum,
  zero,
} from '@usance/money/decimal';

/** What the usage of an hour of a link comes to, in the month in which it is billed. */
export interface LinkHour {
  readonly month: string;
  readonly hour: Date;
  readonly amount: string;
}

interface Settling {
  /** The hours of the link, the earliest month first and in it the earliest hour. */
  readonly hours: readonly LinkHour[];
  readonly closed: ReadonlySet<string>;
  /** What the marketplace has accepted, at the price of a unit. */
  readonly accepted: string;
  readonly unit: string;
  /** The hour in which the link ended, and the first open month from then on: what no hour can take is kept there. */
  readonly end: { readonly month: string; readonly hour: Date };
}

/**
 * What of each hour the marketplace bills, now that it accepts no more. Statements that are signed stay as they are: all their
 * hours are the marketplace's. Of the others it has the earliest, as far as what it has accepted goes. So what it never took
 * is ours to collect, once, and what it took too much is given back. Less than a unit is left to it: nobody is asked for that.
 */
export function planShares({ hours, closed, accepted, unit, end }: Settling): LinkHour[] {
  const used = sum(hours.map(({ amount }) => amount));
  const missing = subtract(used, accepted);
  const isRest = compare(missing, zero) >= 0 && compare(missing, unit) < 0;
  const signed = hours.filter(({ month }) => closed.has(month));
  const open = hours.filter(({ month }) => !closed.has(month));
  const left = subtract(isRest ? used : decimalOf(accepted), sum(signed.map(({ amount }) => amount)));
  const shares = [...signed, ...upTo(left, open)];
  const rest = subtract(left, sum(shares.slice(signed.length).map(({ amount }) => amount)));
  if (isZero(rest)) return shares;
  const last = open.at(-1) ?? { ...end, amount: '0' };
  const before = shares.find(({ month, hour }) => month === last.month && hour.getTime() === last.hour.getTime());
  const amount = formatDecimal(add(before?.amount ?? '0', rest), 12);
  return [...shares.filter((share) => share !== before), { month: last.month, hour: last.hour, amount }];
}

/** The hours in their order, until they have come to an amount. */
function upTo(most: Decimal, hours: readonly LinkHour[]): LinkHour[] {
  let [come, taken] = [zero, zero];
  return hours.map(({ month, hour, amount }) => {
    come = add(come, amount);
    const before = taken;
    taken = least(come, most);
    return { month, hour, amount: formatDecimal(subtract(taken, before), 12) };
  });
}
