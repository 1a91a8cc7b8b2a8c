import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

let isWanted = false;
const listeners = new Set<() => void>();

/** Whether a call was refused for want of it: what asks for it says so too. */
export function isPlatformGrantWanting(error: Error | null): boolean {
  return error instanceof ApiError && error.reason === 'NOT_GRANT_PLATFORM_ERROR';
}

/** A call was refused until the reader lets the platform act for them. */
export function askForPlatformGrant(): void {
  tell(true);
}

/** The reader has answered, either way. */
export function endPlatformGrant(): void {
  tell(false);
}

export function usePlatformGrantWanted(): boolean {
  return useSyncExternalStore(subscribe, () => isWanted);
}

function tell(wanted: boolean): void {
  isWanted = wanted;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
