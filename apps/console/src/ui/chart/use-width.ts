import { type RefObject, startTransition, useEffect, useState } from 'react';

/** The width of a box in CSS pixels, followed as it changes; 0 before the first measure. */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Told after the browser has laid out the page: asked for before, it would have to do so for each chart.
    const observer = new ResizeObserver(([entry]) => {
      const width = entry?.contentRect.width ?? 0;
      startTransition(() => setWidth(Math.floor(width)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
