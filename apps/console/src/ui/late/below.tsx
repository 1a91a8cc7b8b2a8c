import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { usePrinting } from '../print/use-printing.ts';
import classes from './below.module.css';
import { isFirstDrawn, usePainted } from './painted.ts';

/**
 * The part of a page below what it opens with, drawn once the opening is painted, which would wait for it otherwise.
 * Only the first of a visit is drawn so: the file of a later one is there with its page.
 */
export function Below({ children }: { children: ReactNode }) {
  const isDrawn = usePainted();
  const isPrinting = usePrinting();
  const [isLong] = useState(!isFirstDrawn() && isReturn());
  const room = <div className={isLong ? classes.anyPlace : classes.room} />;
  return isDrawn || isPrinting ? (
    <Suspense fallback={room}>
      {children}
      <PartOfHash />
    </Suspense>
  ) : (
    room
  );
}

/** Scrolls to the part that the address names, which was not there when the page was. A way back has its own place. */
function PartOfHash() {
  useEffect(() => {
    if (!hasPlace) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}

/** Returns a component whose file loads when `Below` first draws it, or with its page if that is not the first. */
export function loadedBelow<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  if (isFirstDrawn()) void load().catch(() => undefined);
  return lazy(async () => ({ default: await load() }));
}

let hasPlace = isReturn();

/** Tells whether the reader went back or forward to the page, to a place that they had left. */
export function noteReturn(isBack: boolean): void {
  hasPlace = isBack;
}

/** True if the visit began with a reload or a way back, which lead to the place that was left. */
function isReturn(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation !== undefined && navigation.type !== 'navigate';
}
