import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import classes from './data-table.module.css';

/** Scrolls a table that is wider than its place. A scrolling box must be a tab stop; another must not be. */
export function TableBox({ caption, children }: { caption: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(box);
  return (
    <div ref={box} className={classes.box} {...(overflows && { tabIndex: 0, role: 'group', 'aria-label': caption })}>
      {children}
    </div>
  );
}

/**
 * True while the content is wider than its box, which then scrolls and must be a tab stop. The box says so as
 * `data-overflows`. It is measured without that, since only a box that does not scroll cuts long names.
 */
function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { scrollLeft } = element;
      element.toggleAttribute('data-overflows', false);
      const isWider = element.scrollWidth > element.clientWidth + 1;
      element.toggleAttribute('data-overflows', isWider);
      element.scrollLeft = scrollLeft;
      setOverflows(isWider);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);
  return overflows;
}
