import { useEffect } from 'react';

/**
 * Gives the focus back to where it was, when what uses it goes. Whoever opened a dialog may take it away instead of closing it,
 * and then a Modal cannot.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
