import { formatDecimal, isZero, negate, subtract } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';

export interface HourOfMonth {
  readonly hour: Instant;
  readonly amount: string;
}

/** The hours of a link that is not settled yet. The marketplace bills all their usage. */
interface OpenWindow {
  readonly from: Instant;
  /** The instant at which the link ended; undefined if it is open. The marketplace still bills that hour. */
  readonly endedAt: Instant | undefined;
}

/** The part of a contract's usage that marketplaces bill. */
export interface MarketplaceShares {
  readonly windows: readonly OpenWindow[];
  /** The amounts that marketplaces accepted for settled links, by month and hour. */
  readonly settled: ReadonlyMap<string, ReadonlyMap<Instant, string>>;
}

/**
 * Returns the hourly amounts of a month that we bill: none in the hours of open links, and for settled links the rest
 * that the marketplace did not accept. An amount is negative if the marketplace accepted more than the usage costs by
 * now.
 */
export function oursOf(shares: MarketplaceShares, month: string, hours: readonly HourOfMonth[]): HourOfMonth[] {
  const accepted = new Map(shares.settled.get(month));
  const ours: HourOfMonth[] = [];
  for (const { hour, amount } of hours) {
    const share = accepted.get(hour);
    accepted.delete(hour);
    if (shares.windows.some((window) => isWithin(window, hour))) continue;
    const left = share === undefined ? amount : formatDecimal(subtract(amount, share), 12);
    if (!isZero(left)) ours.push({ hour, amount: left });
  }
  // The marketplace accepted usage that has been corrected away since.
  for (const [hour, share] of accepted)
    if (!isZero(share)) ours.push({ hour, amount: formatDecimal(negate(share), 12) });
  return ours.sort((one, other) => one.hour - other.hour);
}

function isWithin({ from, endedAt }: OpenWindow, hour: Instant): boolean {
  return hour >= from && (endedAt === undefined || hour <= endedAt);
}
