import { useSyncExternalStore } from 'react';

/**
 * A part of the screen that the first page does without. It comes when a hand first moves, so that it is there when it
 * is wanted; `bring` asks for it at the latest then, and may be tried again when it fails.
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

/** The part, once it has come. */
export function useArrived<Part>(late: Late<Part>): Part | undefined {
  return useSyncExternalStore(late.subscribe, late.arrived);
}

const firstMove = new Promise<void>((resolve) => {
  if (typeof window === 'undefined') return;
  for (const kind of ['pointermove', 'pointerdown', 'keydown']) {
    window.addEventListener(kind, () => resolve(), { once: true, passive: true, capture: true });
  }
});
