import { type RefObject, startTransition, useEffect, useState } from 'react';

/** Returns the width of a box in CSS pixels, updated as it changes; 0 before the first measurement. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // The observer reports after layout; measuring earlier would force a layout for each chart.
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      startTransition(() => setWidth(Math.floor(width)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
