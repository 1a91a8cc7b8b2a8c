import { type QueryFilters, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
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
  const [place] = useState(left?.scrollY);
  const room = <div className={place ? classes.anyPlace : classes.room} />;
  return isDrawn || isPrinting ? (
    <Suspense fallback={room}>
      {children}
      {place === undefined ? <PartOfHash /> : place > 0 && <RoomUntilTold />}
    </Suspense>
  ) : (
    room
  );
}

/** The replies that the page waits for. A failed request may be repeated for minutes, so nothing waits for it. */
const untold: QueryFilters = {
  type: 'active',
  predicate: ({ state }) => state.data === undefined && state.fetchFailureCount === 0,
};

/** Keeps the place that the reader left in sight until the replies are there that make the part as long as it was. */
function RoomUntilTold() {
  const queries = useQueryClient();
  const asked = useIsFetching(untold);
  const [isTold, setTold] = useState(false);
  // The part asks in its effects, which run before this one: only now is a count of zero its own.
  useEffect(() => {
    if (asked === 0 && queries.isFetching(untold) === 0) setTold(true);
  }, [asked, queries]);
  // Tables draw their rows as deferred, and the room may not leave before.
  return useDeferredValue(isTold) ? null : <div className={classes.anyPlace} />;
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
