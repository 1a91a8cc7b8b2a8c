import type { MouseEvent } from 'react';

/** Whether a click came of a finger. React's type does not say that browsers send clicks as pointer events. */
export function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
