/**
 * Moves the focus away from a control that its own press removes: to the element beside it, or else to the heading of
 * the page.
 */
export function moveFocus(beside: Element | null | undefined): void {
  const next = beside ?? document.querySelector('main h1, h1');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
