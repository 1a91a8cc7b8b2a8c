import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses the heading of the part that a link of this page names: the page scrolls there, and Tab must go on there. */
export function FocusOfHash() {
  const location = useLocation();
  useEffect(() => {
    const heading = document.getElementById(location.hash)?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [location]);
  return null;
}
