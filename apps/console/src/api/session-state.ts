import { useSyncExternalStore } from 'react';

/**
 * After more than this many invalid-session replies in a row nothing is sent any more (console specification, errors).
 */
const tolerated = 3;

let invalidInARow = 0;
const listeners = new Set<() => void>();

export function countInvalidSession(): void {
  invalidInARow += 1;
  announce();
}

/** Restarts the count after a good answer or a sign-in. */
export function resetInvalidSession(): void {
  if (invalidInARow === 0) return;
  invalidInARow = 0;
  announce();
}

export function isSessionExpired(): boolean {
  return invalidInARow > tolerated;
}

export function useSessionExpired(): boolean {
  return useSyncExternalStore(subscribe, isSessionExpired);
}

/** Clears the browser's data of one session: notices already shown, and how lists were viewed. */
export function forgetSession(): void {
  sessionStorage.clear();
}

function announce(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
