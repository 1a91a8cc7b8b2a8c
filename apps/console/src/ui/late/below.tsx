import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
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
  const left = useElementScrollRestoration({ getElement: () => window });
  const [isReturn] = useState(left !== undefined);
  const room = <div className={isReturn ? classes.anyPlace : classes.room} />;
  return isDrawn || isPrinting ? (
    <Suspense fallback={room}>
      {children}
      {isReturn ? <RoomUntilTold /> : <PartOfHash />}
    </Suspense>
  ) : (
    room
  );
}

/** Keeps the place that the reader left in sight until the replies are there that make the part as long as it was. */
function RoomUntilTold() {
  const queries = useQueryClient();
  const asked = useIsFetching();
  const [isTold, setTold] = useState(false);
  // The part asks in its effects, which run before this one: only now is a count of zero its own.
  useEffect(() => {
    if (asked === 0 && queries.isFetching() === 0) setTold(true);
  }, [asked, queries]);
  return isTold ? null : <div className={classes.anyPlace} />;
}

/** Scrolls to the part that the address names, which was not there when the page was. */
function PartOfHash() {
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return null;
}

/** Returns a component whose file loads when `Below` first draws it, or with its page if that is not the first. */
export function loadedBelow<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  if (isFirstDrawn()) void load().catch(() => undefined);
  return lazy(async () => ({ default: await load() }));
}
