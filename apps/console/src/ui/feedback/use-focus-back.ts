import { useCallback, useEffect, useRef } from 'react';

/**
 * Gives the focus back to where it was, when what uses it goes. Whoever opened a dialog may take it away instead of closing it,
 * and then a Modal cannot. What it returns says that the thing is done: it is seldom offered twice, so its button goes
 * or sleeps with the reply, and the focus moves to what stays.
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
