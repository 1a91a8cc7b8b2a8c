import { type RefObject, useEffect, useRef } from 'react';

/** For a control that replaces a pressed one: it takes over the focus and opens as if pressed. */
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
