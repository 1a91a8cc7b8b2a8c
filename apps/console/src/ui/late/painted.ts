import { startTransition, useEffect, useState } from 'react';

// One begins before the paint, and a browser begins a second while it still puts the first on the screen.
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
    let [frame, left] = [0, framesUntilSeen];
    const next = () => {
      if (left > 0 && !document.hidden) frame = requestAnimationFrame(next);
      else startTransition(() => setPainted(true));
      left -= 1;
    };
    next();
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
