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

/** The amount of a link's usage in an hour, in the month that bills it. */
export interface LinkHour {
  readonly month: string;
  readonly hour: Date;
  readonly amount: string;
}

interface Settling {
  /** The hours of the link, ordered by month and hour. */
  readonly hours: readonly LinkHour[];
  readonly closed: ReadonlySet<string>;
  /** The amount that the marketplace accepted, at the price of a unit. */
  readonly accepted: string;
  readonly unit: string;
  /** The hour in which the link ended, and the first open month from then on, for amounts that no hour can take. */
  readonly end: { readonly month: string; readonly hour: Date };
}

/**
 * Plans the marketplace's share of each hour, once it accepts no more. Signed statements keep their hours as the
 * marketplace's. Of the others it gets the earliest ones up to the accepted amount; we collect the rest once, and
 * return an excess. Unaccepted amounts of signed hours return under the hours of their use, so that vouchers can pay
 * them. A fraction of a unit is left to the marketplace.
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

/** Merges the amounts of the same hour and month. */
function together(shares: readonly LinkHour[]): LinkHour[] {
  const byHour = Map.groupBy(shares, ({ month, hour }) => `${month} ${hour.getTime()}`);
  return [...byHour.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, amount: formatDecimal(sum([first, ...others].map(({ amount }) => amount)), 12) }] : [],
  );
}

/** Cuts the hours, in order, at an amount. */
function upTo(most: Decimal, hours: readonly LinkHour[]): LinkHour[] {
  let [come, taken] = [zero, zero];
  return hours.map(({ month, hour, amount }) => {
    come = add(come, amount);
    const before = taken;
    taken = least(come, most);
    return { month, hour, amount: formatDecimal(subtract(taken, before), 12) };
  });
}
