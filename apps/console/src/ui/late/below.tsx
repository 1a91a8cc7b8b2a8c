import { type ReactNode, useDeferredValue, useEffect } from 'react';
import classes from './below.module.css';

let isFirstPageDrawn = false;

/**
 * The part of a page below what it opens with. The first page draws it once the opening is painted, which would wait
 * for it otherwise. Later pages are drawn as a whole, and so is a first one with a hash.
 */
export function Below({ children }: { children: ReactNode }) {
  const isDrawn = useDeferredValue(true, isFirstPageDrawn || location.hash !== '');
  useEffect(() => {
    isFirstPageDrawn = true;
  }, []);
  return isDrawn ? children : <div className={classes.room} />;
}
