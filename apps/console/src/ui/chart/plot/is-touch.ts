import type { MouseEvent } from 'react';

/** True if a click came from a finger. Browsers send clicks as pointer events, which React's type omits. */
export function isTouch({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch';
}
