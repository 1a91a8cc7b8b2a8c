import { useSyncExternalStore } from 'react';

/** True from just before the page is printed until it has been: what a screen shows in parts is then shown whole. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

let isPrinting = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(printing: boolean): void {
  isPrinting = printing;
  for (const listener of listeners) listener();
}

addEventListener('beforeprint', () => tell(true));
addEventListener('afterprint', () => tell(false));
