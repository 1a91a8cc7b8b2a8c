import type { AnyRouter } from '@tanstack/react-router';

/** After going to another path, focus moves to the page's h1, so that a reader hears where they are. */
export function focusHeadingOnNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return;
    focusHeading();
  });
}

/** A reader hears the name of the page that they are on. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1, h1')?.focus({ preventScroll: true });
}
