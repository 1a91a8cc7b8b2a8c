import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns the focus to its former place on unmount; a Modal cannot if its parent unmounts it instead of closing it. The
 * returned function marks the action as done: its button is then usually gone or disabled, so the focus moves to an
 * element that stays.
 */
export function useFocusBack(): () => void {
  const isDone = useRef(false);
  useEffect(() => {
    const opener = document.activeElement;
    const row = opener?.closest('tr');
    return () => {
      const staying = row?.querySelector('a') ?? document.querySelector<HTMLElement>('main h1, h1');
      const back = isDone.current ? (staying ?? opener) : opener;
      if (back instanceof HTMLElement) back.focus({ preventScroll: isDone.current });
    };
  }, []);
  return useCallback(() => {
    isDone.current = true;
  }, []);
}
