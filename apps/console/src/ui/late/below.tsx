import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { usePrinting } from '../print/use-printing.ts';
import classes from './below.module.css';

/**
 * The part of a page below what it opens with, drawn once the opening is painted, which would wait for it otherwise.
 * Only the first page that has one does so: later ones come from a click and are drawn as a whole.
 */
export function Below({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, isFirstDrawn || location.hash !== '');
  const isPrinting = usePrinting();
  useEffect(() => {
    isFirstDrawn = true;
  }, []);
  return isDrawn || isPrinting ? children : <div className={isReturn() ? classes.anyPlace : classes.room} />;
}

let isFirstDrawn = false;

/** True if the reader was on the page before, and is led back to the place they had left. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation !== undefined && navigation.type !== 'navigate';
}
