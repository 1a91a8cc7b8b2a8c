/**
 * For a control that its own press takes away, before it goes and the focus with it: what stands beside it has the focus then,
 * or else the name of the page.
 */
export function handFocusOn(beside: Element | null | undefined): void {
  const next = beside ?? document.querySelector('main h1, h1');
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}
