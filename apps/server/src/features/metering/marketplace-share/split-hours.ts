import { formatDecimal, isZero, negate, subtract } from '@usance/money/decimal';
import type { Instant } from '@usance/period/instant';

export interface HourOfMonth {
  readonly hour: Instant;
  readonly amount: string;
}

/** The hours of links of which not everything was told yet: all their usage is the marketplace's. */
interface OpenWindow {
  readonly from: Instant;
  /** The instant in whose hour the link has ended; undefined while it is open. */
  readonly endedAt: Instant | undefined;
}

/** What of a contract's usage its marketplaces bill. */
export interface MarketplaceShares {
  readonly windows: readonly OpenWindow[];
  /** What marketplaces have accepted of links that are settled: by month and hour. */
  readonly settled: ReadonlyMap<string, ReadonlyMap<Instant, string>>;
}

/**
 * What is ours to collect of a month's hours: nothing of the hours of open links, and of those of settled links what their
 * marketplace has not accepted. That is below 0 where it has accepted more than the usage comes to by now.
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
  // Accepted, and no longer there by what is rated now.
  for (const [hour, share] of accepted)
    if (!isZero(share)) ours.push({ hour, amount: formatDecimal(negate(share), 12) });
  return ours.sort((one, other) => one.hour - other.hour);
}

function isWithin({ from, endedAt }: OpenWindow, hour: Instant): boolean {
  return hour >= from && (endedAt === undefined || hour <= endedAt);
}
