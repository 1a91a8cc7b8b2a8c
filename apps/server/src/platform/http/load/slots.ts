import { unavailable } from '../../refusal.ts';
import { type Asker, Crowd, type CrowdLimits } from './crowd.ts';

/** Leave to work. Whoever takes one ends it, once or more often. */
export interface Slot {
  /** Gives it back while there is nothing to do. */
  pause(): void;
  /** Has it again, before those who have not begun; waits as long as that takes. */
  resume(): Promise<void>;
  end(): void;
}

export interface SlotLimits {
  /** How many may work. */
  readonly working: CrowdLimits;
  /** How many may wait for that. */
  readonly waiting: CrowdLimits;
  readonly waitMs: number;
}

type Waiter = { readonly asker: Asker; enter(): void };

/** Lets so many work at once; others wait in turn, not too many and not too long, or are refused with 503. */
export class Slots {
  readonly #working: Crowd;
  readonly #waiting: Crowd;
  readonly #waitMs: number;
  /** Those who have begun go before those who have not. */
  readonly #returning = new Set<Waiter>();
  readonly #line = new Set<Waiter>();

  constructor({ working, waiting, waitMs }: SlotLimits) {
    this.#working = new Crowd(working);
    this.#waiting = new Crowd(waiting);
    this.#waitMs = waitMs;
  }

  /** Whoever asks now is refused: it need not be read what they send. */
  get isFull(): boolean {
    return this.#working.isFull && this.#waiting.isFull;
  }

  /** Rejects with 503 when too many wait, one has waited too long, or `gone` says that nobody waits for the answer. */
  take(asker: Asker = {}, gone?: AbortSignal): Promise<Slot> {
    if (gone?.aborted) return Promise.reject(unavailable());
    if (this.#working.hasRoomFor(asker)) {
      this.#working.enter(asker);
      return Promise.resolve(this.#slotOf(asker));
    }
    if (!this.#waiting.hasRoomFor(asker)) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', giveUp);
        this.#line.delete(waiter);
        this.#waiting.leave(asker);
      };
      const giveUp = () => {
        leaveLine();
        reject(unavailable());
      };
      const waiter: Waiter = {
        asker,
        enter: () => {
          leaveLine();
          resolve(this.#slotOf(asker));
        },
      };
      const timer = setTimeout(giveUp, this.#waitMs);
      gone?.addEventListener('abort', giveUp);
      this.#waiting.enter(asker);
      this.#line.add(waiter);
    });
  }

  #slotOf(asker: Asker): Slot {
    let state: 'working' | 'paused' | 'ended' = 'working';
    let returning: Waiter | undefined;
    const stop = (next: 'paused' | 'ended') => {
      const wasWorking = state === 'working';
      if (state !== 'ended') state = next;
      if (returning) this.#returning.delete(returning);
      if (wasWorking) this.#leave(asker);
    };
    return {
      pause: () => stop('paused'),
      end: () => stop('ended'),
      resume: () =>
        new Promise((resolve) => {
          const enter = () => {
            returning = undefined;
            state = 'working';
            resolve();
          };
          if (state !== 'paused') return resolve();
          returning = { asker, enter };
          this.#returning.add(returning);
          this.#letIn();
        }),
    };
  }

  #leave(asker: Asker): void {
    this.#working.leave(asker);
    this.#letIn();
  }

  #letIn(): void {
    for (const line of [this.#returning, this.#line]) {
      for (const waiter of line) {
        if (this.#working.isFull) return;
        if (!this.#working.hasRoomFor(waiter.asker)) continue;
        line.delete(waiter);
        this.#working.enter(waiter.asker);
        waiter.enter();
      }
    }
  }
}
