/**
 * Focuses the first button of a card after its dialog closed: the button that opened it was disabled or removed
 * meanwhile, so the Modal cannot return the focus.
 */
export function focusFirst(card: HTMLElement | null): void {
  card?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
}

/** True if the focus is nowhere, or in a dialog that is closing. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.closest('[role="dialog"]') !== null;
}
