const seldomMs = 60_000;

/** Tells the first at once, and then one a minute at most, with how many there were since. */
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
