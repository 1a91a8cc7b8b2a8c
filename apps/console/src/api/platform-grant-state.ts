import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';

let isWanted = false;
const listeners = new Set<() => void>();

/** True if a call was refused for lack of the grant; the dialog that asks for it also says so. */
export function isPlatformGrantWanting(error: Error | null): boolean {
  return error instanceof ApiError && error.reason === 'NOT_GRANT_PLATFORM_ERROR';
}

/** Opens the question after a call was refused until the user lets the platform act for them. */
export function askForPlatformGrant(): void {
  tell(true);
}

/** Closes the question after the user's answer. */
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
