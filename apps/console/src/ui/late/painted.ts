import { startTransition, useEffect, useState } from 'react';

// The first begins before the paint, and a browser may begin the second before the first is on the screen.
const framesUntilSeen = 3;

let isDrawn = false;

/** Tells that the first page of the visit is drawn. */
export function noteFirstDrawn(): void {
  isDrawn = true;
}

/** True once the first page of the visit is drawn. */
export const isFirstDrawn = (): boolean => isDrawn;

/**
 * True once the component is painted, for what the opening of a page does not need; from the start on later pages of a
 * visit. A page in the background is not painted, and does not wait for it.
 */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(isDrawn);
  useEffect(() => {
    if (isPainted) return;
    let [frame, left] = [0, framesUntilSeen];
    const next = () => {
      cancelAnimationFrame(frame);
      if (left > 0 && !document.hidden) frame = requestAnimationFrame(next);
      else startTransition(() => setPainted(true));
      left -= 1;
    };
    next();
    document.addEventListener('visibilitychange', next);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('visibilitychange', next);
    };
  }, [isPainted]);
  return isPainted;
}
