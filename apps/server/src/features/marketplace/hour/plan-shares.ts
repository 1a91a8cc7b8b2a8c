import {
  add,
  compare,
  type Decimal,
  decimalOf,
  formatDecimal,
  isNegative,
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
 * is ours to collect, once, and what it took too much is given back. What it never took of signed hours comes back under the
 * hours in which it was used, whose vouchers pay it. Less than a unit is left to it: nobody is asked for that.
 */
export function planShares({ hours, closed, accepted, unit, end }: Settling): LinkHour[] {
  const used = sum(hours.map(({ amount }) => amount));
  const missing = subtract(used, accepted);
  const isRest = compare(missing, zero) >= 0 && compare(missing, unit) < 0;
  const signed = hours.filter(({ month }) => closed.has(month));
  const open = hours.filter(({ month }) => !closed.has(month));
  const most = isRest ? used : decimalOf(accepted);
  const left = subtract(most, sum(signed.map(({ amount }) => amount)));
  if (isNegative(left)) {
    const taken = upTo(most, signed);
    const back = signed.map(({ hour, amount }, at) => ({
      month: end.month,
      hour,
      amount: formatDecimal(subtract(taken[at]?.amount ?? '0', amount), 12),
    }));
    return together([...signed, ...open.map((each) => ({ ...each, amount: '0' })), ...back]);
  }
  const shares = upTo(left, open);
  const rest = subtract(left, sum(shares.map(({ amount }) => amount)));
  if (isZero(rest)) return [...signed, ...shares];
  const last = open.at(-1) ?? end;
  return together([...signed, ...shares, { month: last.month, hour: last.hour, amount: formatDecimal(rest, 12) }]);
}

/** One amount for each hour of a month. */
function together(shares: readonly LinkHour[]): LinkHour[] {
  const byHour = Map.groupBy(shares, ({ month, hour }) => `${month} ${hour.getTime()}`);
  return [...byHour.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, amount: formatDecimal(sum([first, ...others].map(({ amount }) => amount)), 12) }] : [],
  );
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
