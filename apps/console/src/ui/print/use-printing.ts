import { useSyncExternalStore } from 'react';

/** True during printing, so that content which the screen shows in parts is printed whole. */
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
