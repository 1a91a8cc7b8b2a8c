import type { AnyRouter } from '@tanstack/react-router';

/** Moves the focus to the page's h1 after a navigation to another path, so that screen readers announce the page. */
export function focusHeadingOnNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return;
    focusHeading();
  });
}

/** Focuses the heading of the page, so that screen readers announce it. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1, h1')?.focus({ preventScroll: true });
}
