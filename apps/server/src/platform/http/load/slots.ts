import { type Refusal, unavailable } from '../../refusal.ts';
import { type Asker, Crowd, type CrowdLimits } from './crowd.ts';

/** A permit to work. Its holder ends it, at least once. */
export interface Slot {
  /** Milliseconds spent in line for it. */
  readonly waitedMs: number;
  /** Returns the slot while there is nothing to do. */
  pause(): void;
  /** Takes the slot again, alternating with new work; waits as long as that takes. */
  resume(): Promise<void>;
  end(): void;
}

export interface SlotLimits {
  /** The kind of work, in the words of the log. */
  readonly of: string;
  /** The limits of parallel work. */
  readonly working: CrowdLimits;
  /** The limits of the line. */
  readonly waiting: CrowdLimits;
  readonly waitMs: number;
  /**
   * The longest wait in a line that has not emptied for `waitMs`: more callers come than can be served. Defaults to
   * `waitMs`.
   */
  readonly crowdedMs?: number;
  /**
   * The longest wait of an account for its own places while no other account waits, so that a burst is not refused on
   * an idle server. Defaults to `waitMs`.
   */
  readonly ownMs?: number;
}

const hasLeft = 'the caller has left';

type Waiter = { readonly asker: Asker; enter(): void };

/**
 * Limits parallel work. Others wait in a line of limited length and time, or are refused with 503. A line that never
 * empties is served from its end: the latest callers get fast answers, where in order all would get late ones.
 */
export class Slots {
  /** The kind of work, in the words of the log. */
  readonly of: string;
  readonly #working: Crowd;
  readonly #waiting: Crowd;
  readonly #waitMs: number;
  readonly #crowdedMs: number;
  readonly #ownMs: number;
  /** Started work that comes back for its next piece; a few of these want every place, for long. */
  readonly #returning = new Set<Waiter>();
  readonly #line = new Set<Waiter>();
  /** True if the last place went to started work, so that the next goes to new work. */
  #newWorkNext = false;
  /** The instant since which a caller waits for others. Waiting for one's own share is not a crowd. */
  #standingSince: number | undefined;

  constructor({ of, working, waiting, waitMs, crowdedMs = waitMs, ownMs = waitMs }: SlotLimits) {
    this.of = of;
    this.#working = new Crowd(working);
    this.#waiting = new Crowd(waiting);
    this.#waitMs = waitMs;
    this.#crowdedMs = crowdedMs;
    this.#ownMs = ownMs;
  }

  /** True if a caller would be refused now, so that the request need not be read. */
  get isFull(): boolean {
    return this.#working.isFull && this.#waiting.isFull;
  }

  /**
   * Rejects with 503 if the line is full, if the wait, including `waitedMs` in an earlier line, is too long, or if
   * `gone` aborts.
   */
  take(asker: Asker = {}, gone?: AbortSignal, waitedMs = 0): Promise<Slot> {
    if (gone?.aborted) return Promise.reject(unavailable(hasLeft));
    if (this.#working.hasRoomFor(asker)) {
      this.#working.enter(asker);
      return Promise.resolve(this.#slotOf(asker, 0));
    }
    const leftMs = (this.#isCrowded ? this.#crowdedMs : this.#waitMs) - waitedMs;
    if (!this.#waiting.hasRoomFor(asker)) return Promise.reject(unavailable(this.#lineIsFullFor(asker)));
    if (leftMs < 0) return Promise.reject(this.#waitedTooLong());
    const cameAt = performance.now();
    return new Promise((resolve, reject) => {
      const leaveLine = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', left);
        this.#line.delete(waiter);
        this.#waiting.leave(asker);
        this.#noteStanding();
      };
      const giveUp = (refusal: Refusal) => {
        leaveLine();
        reject(refusal);
      };
      const left = () => giveUp(unavailable(hasLeft));
      const waiter: Waiter = {
        asker,
        enter: () => {
          leaveLine();
          resolve(this.#slotOf(asker, performance.now() - cameAt));
        },
      };
      const isLate = () => {
        const ownLeftMs = this.#waitsForOwn(asker) ? this.#ownMs - (performance.now() - cameAt) : 0;
        if (ownLeftMs > 0) timer = setTimeout(isLate, Math.min(ownLeftMs, this.#waitMs));
        else giveUp(this.#waitedTooLong());
      };
      let timer = setTimeout(isLate, leftMs);
      gone?.addEventListener('abort', left);
      this.#waiting.enter(asker);
      this.#line.add(waiter);
      this.#noteStanding();
    });
  }

  #lineIsFullFor(asker: Asker): string {
    return this.#waiting.isFull
      ? `the line for ${this.of} is full`
      : `an ${this.#waiting.fullPartOf(asker)} has its share of the line for ${this.of}`;
  }

  #waitedTooLong(): Refusal {
    return unavailable(`${this.#isCrowded ? 'more come than can be served' : 'a caller waited too long'}: ${this.of}`);
  }

  #waitsForOwn(asker: Asker): boolean {
    const isAlone = [...this.#line].every((other) => other.asker.account === asker.account);
    return isAlone && this.#working.hasItsShare(asker);
  }

  get #isCrowded(): boolean {
    return this.#standingSince !== undefined && performance.now() - this.#standingSince > this.#waitMs;
  }

  #noteStanding(): void {
    const stands = [...this.#line].some(({ asker }) => !this.#working.hasItsShare(asker));
    this.#standingSince = stands ? (this.#standingSince ?? performance.now()) : undefined;
  }

  #slotOf(asker: Asker, waitedMs: number): Slot {
    let state: 'working' | 'paused' | 'ended' = 'working';
    let returning: Waiter | undefined;
    const stop = (next: 'paused' | 'ended') => {
      const wasWorking = state === 'working';
      if (state !== 'ended') state = next;
      if (returning) this.#returning.delete(returning);
      if (wasWorking) this.#leave(asker);
    };
    return {
      waitedMs,
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

  /** Alternates between started and new work, so that neither starves the other. */
  #letIn(): void {
    const line = this.#isCrowded ? [...this.#line].reverse() : [...this.#line];
    while (!this.#working.isFull) {
      const returning = [...this.#returning];
      const waiters = this.#newWorkNext ? [...line, ...returning] : [...returning, ...line];
      const next = waiters.find((waiter) => this.#isWaiting(waiter) && this.#working.hasRoomFor(waiter.asker));
      if (next === undefined) return;
      this.#newWorkNext = this.#returning.delete(next);
      this.#working.enter(next.asker);
      next.enter();
    }
  }

  #isWaiting(waiter: Waiter): boolean {
    return this.#line.has(waiter) || this.#returning.has(waiter);
  }
}
