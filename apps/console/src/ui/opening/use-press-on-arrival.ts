import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the control that takes the place of one that was pressed: it has the focus of that one, and opens as if it had been
 * pressed itself.
 */
export function usePressOnArrival<Control extends HTMLElement>(): RefObject<Control | null> {
  const control = useRef<Control>(null);
  const pressed = useRef(false);
  useEffect(() => {
    if (pressed.current) return;
    pressed.current = true;
    control.current?.focus();
    control.current?.click();
  }, []);
  return control;
}
