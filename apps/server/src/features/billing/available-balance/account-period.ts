import type { AccountPeriod } from '@usance/api/available-balance';
import { isNegative } from '@usance/money/decimal';
import { type Instant, plusDays24h } from '@usance/period/instant';

/** Days after the due day that change nothing, and then days from the breach to the end of each period. */
export interface DayCounts {
  readonly grace: number;
  readonly extension: number;
  readonly suspension: number;
  readonly backup: number;
}

export const usualDayCounts: DayCounts = { grace: 0, extension: 15, suspension: 30, backup: 60 };

export interface AccountState {
  readonly summary: AccountPeriod;
  /** The ends of an episode's periods; absent outside an episode. */
  readonly extensionEnd?: Instant;
  readonly suspensionEnd?: Instant;
  readonly backupEnd?: Instant;
}

/**
 * Where a contract stands, from what is overdue. An episode begins when the oldest overdue statement outlasts its grace,
 * and paying all that is overdue ends it. A balance below 0 alone is a warning: what began when a credit limit was
 * broken would need its history, which is not kept yet.
 */
export function accountPeriodOf(given: {
  readonly available: string;
  readonly overdueSince: Instant | undefined;
  readonly now: Instant;
  readonly dayCounts: DayCounts;
}): AccountState {
  const { available, overdueSince, now, dayCounts } = given;
  const calm: AccountState = { summary: isNegative(available) ? 'overdraft' : 'normal' };
  if (overdueSince === undefined) return calm;
  const breach = plusDays24h(overdueSince, dayCounts.grace);
  if (now < breach) return calm;
  const ends = {
    extensionEnd: plusDays24h(breach, dayCounts.extension),
    suspensionEnd: plusDays24h(breach, dayCounts.suspension),
    backupEnd: plusDays24h(breach, dayCounts.backup),
  };
  return { summary: episodePeriod(ends, now), ...ends };
}

function episodePeriod(
  ends: { extensionEnd: Instant; suspensionEnd: Instant; backupEnd: Instant },
  now: Instant,
): AccountPeriod {
  if (now < ends.extensionEnd) return 'extensionPeriod';
  if (now < ends.suspensionEnd) return 'suspensionPeriod';
  return now < ends.backupEnd ? 'backupPeriod' : 'destructionPeriod';
}
