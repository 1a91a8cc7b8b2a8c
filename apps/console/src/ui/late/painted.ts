import { startTransition, useEffect, useState } from 'react';

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
    const note = () => startTransition(() => setPainted(true));
    if (document.hidden) return note();
    // The first comes before the paint, the second after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(note);
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
