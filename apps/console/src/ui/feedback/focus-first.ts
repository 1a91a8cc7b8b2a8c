/**
 * Brings the keyboard back to a card whose dialog is over: what had opened it slept meanwhile, or went with what was done, and
 * a Modal gives nothing back to that.
 */
export function focusFirst(card: HTMLElement | null): void {
  card?.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
}

/** True where the keyboard stands nowhere, or in a dialog that is on its way out. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.closest('[role="dialog"]') !== null;
}
