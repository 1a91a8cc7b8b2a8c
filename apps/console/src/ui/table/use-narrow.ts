import { useCallback, useSyncExternalStore } from 'react';

/** Below this width in pixels, a row of a table is shown as lines. */
const phoneWidth = 600;

/** True while the screen is narrower than that; never on paper. */
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
