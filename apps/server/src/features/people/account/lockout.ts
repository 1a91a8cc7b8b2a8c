const minuteMs = 60_000;
const freeFailures = 5;
const longestLockMinutes = 15;

/** How long an account stays locked after so many failures in a row, in ms: 1 min from the fifth, doubling to 15. */
export function lockMsAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures), longestLockMinutes) * minuteMs;
}

/** How many failures one address may have, over all e-mails, and for how long they are counted together. */
export const addressFailures = 30;
/** The same of an IPv6 /48, which one machine may have whole, or thousands of telephones share. */
export const siteFailures = 300;
export const addressWindowMs = 10 * minuteMs;

export const longestLockMs = longestLockMinutes * minuteMs;

/** How long somebody still waits, in ms. Who would wait for longer than anybody does was locked by a clock that ran ahead. */
export function waitLeftMs(until: Date | null | undefined, now: Date, longestMs: number): number {
  const leftMs = until ? until.getTime() - now.getTime() : 0;
  return leftMs > longestMs ? 0 : Math.max(leftMs, 0);
}
