import { useCallback, useSyncExternalStore } from 'react';

/** Below this many pixels a row of a table is lines, one under the other. */
const phoneWidth = 600;

/** True while the screen is narrower than that; paper never is. */
export function useNarrow(width = phoneWidth): boolean {
  const query = `screen and (width < ${width}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
