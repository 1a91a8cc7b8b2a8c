const minuteMs = 60_000;
const freeFailures = 5;
const longestLockMinutes = 15;

/** Returns how long an account stays locked, in ms: 1 minute after five failures in a row, doubling up to 15. */
export function lockMsAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures), longestLockMinutes) * minuteMs;
}

/** The failures that one address may have within the window, over all e-mails. */
export const addressFailures = 30;
/** The same for an IPv6 /48: one machine may own it whole, or thousands of phones may share it. */
export const siteFailures = 300;
export const addressWindowMs = 10 * minuteMs;

export const longestLockMs = longestLockMinutes * minuteMs;

/**
 * Returns the remaining wait in ms. A longer wait than the longest comes from a clock that ran ahead, and counts as
 * 0.
 */
export function waitLeftMs(until: Date | null | undefined, now: Date, longestMs: number): number {
  const leftMs = until ? until.getTime() - now.getTime() : 0;
  return leftMs > longestMs ? 0 : Math.max(leftMs, 0);
}
