const seldomMs = 60_000;

/** Reports the first failure at once, then at most one a minute, with the count since the last report. */
export function seldom(tell: (failures: number, last: string) => void): (what: string) => void {
  let toldAt: number | undefined;
  let failures = 0;
  return (what) => {
    failures += 1;
    const now = performance.now();
    if (toldAt !== undefined && now - toldAt < seldomMs) return;
    tell(failures, what);
    toldAt = now;
    failures = 0;
  };
}
