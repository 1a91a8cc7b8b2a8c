import { type RefObject, useEffect, useState } from 'react';

/**
 * True while the content is wider than its box, which then scrolls and must be a tab stop. The box says so as
 * `data-overflows`. It is measured without that, since only a box that does not scroll cuts long names.
 */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
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
