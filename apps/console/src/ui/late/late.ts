import { useSyncExternalStore } from 'react';

/**
 * A part of the screen that loads after the first page: at the first movement of the user, so that it is ready in time.
 * Calling `bring` loads it at once, and may be repeated after a failure.
 */
export class Late<Part> {
  readonly #load: () => Promise<Part>;
  readonly #listeners = new Set<() => void>();
  #coming: Promise<Part> | undefined;
  #arrived: Part | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
    void firstMove.then(() => this.bring()).catch(() => undefined);
  }

  readonly arrived = (): Part | undefined => this.#arrived;

  readonly bring = (): Promise<Part> => {
    this.#coming ??= this.#load().then(
      (part) => {
        this.#arrived = part;
        for (const listener of this.#listeners) listener();
        return part;
      },
      (error) => {
        this.#coming = undefined;
        throw error;
      },
    );
    return this.#coming;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** Returns the part once it is loaded. */
export function useArrived<Part>(late: Late<Part>): Part | undefined {
  return useSyncExternalStore(late.subscribe, late.arrived);
}

/** Fulfilled at the first movement of the user. */
export const firstMove = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return;
  for (const kind of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(kind, () => resolve(), { once: true, passive: true, capture: true });
  }
});
