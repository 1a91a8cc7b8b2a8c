import { useEffect, useState } from 'react';

/** Counts down to an instant of the page's monotonic clock. */
export function useSecondsUntil(instant: number): number {
  const [, setTicks] = useState(0);
  const left = Math.max(0, Math.ceil((instant - performance.now()) / 1_000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), 1_000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
