const freeFailures = 5;
const longestLockMinutes = 15;

/** How long an account stays locked after so many failures in a row, in ms: 1 min from the fifth, doubling to 15. */
export function lockMsAfter(failures: number): number {
  if (failures < freeFailures) return 0;
  return Math.min(2 ** (failures - freeFailures), longestLockMinutes) * 60_000;
}

/** Whether a lock until then holds at `now`. One that would hold for longer than any was made by a clock that ran ahead. */
export function isLockedUntil(until: Date, now: Date): boolean {
  const leftMs = until.getTime() - now.getTime();
  return leftMs > 0 && leftMs <= longestLockMinutes * 60_000;
}
