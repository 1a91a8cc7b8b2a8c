import { type Refusal, unavailable } from '../../refusal.ts';
import { type Asker, Crowd, type CrowdLimits } from './crowd.ts';

/** Leave to work. Whoever takes one ends it, once or more often. */
export interface Slot {
  /** Milliseconds spent in line for it. */
  readonly waitedMs: number;
  /** Gives it back while there is nothing to do. */
  pause(): void;
  /** Has it again, turn by turn with those who have not begun; waits as long as that takes. */
  resume(): Promise<void>;
  end(): void;
}

export interface SlotLimits {
  /** What for, in the words of the log. */
  readonly of: string;
  /** How many may work. */
  readonly working: CrowdLimits;
  /** How many may wait for that. */
  readonly waiting: CrowdLimits;
  readonly waitMs: number;
  /**
   * How long they may wait in a line that has stood for `waitMs`: more come than can be served, so that who waits longer
   * is refused all the same, or has somebody else refused. `waitMs` where it is not given.
   */
  readonly crowdedMs?: number;
  /**
   * How long an account may wait for places of its own, while nobody else waits: who asks for much at once is not refused in
   * an empty house. `waitMs` where it is not given.
   */
  readonly ownMs?: number;
}

const hasLeft = 'whoever asked has left';

type Waiter = { readonly asker: Asker; enter(): void };

/**
 * Lets so many work at once; others wait in turn, not too many and not too long, or are refused with 503. A line that does
 * not end is served from its end: those who came last get their answers soon, where all in turn would get theirs late.
 */
export class Slots {
  /** What for, in the words of the log. */
  readonly of: string;
  readonly #working: Crowd;
  readonly #waiting: Crowd;
  readonly #waitMs: number;
  readonly #crowdedMs: number;
  readonly #ownMs: number;
  /** Those who have begun, and come back piece by piece: a few of them want every place, and for long. */
  readonly #returning = new Set<Waiter>();
  readonly #line = new Set<Waiter>();
  /** The last place that was waited for went to one who came back, so the next is for who has not begun. */
  #beginnersTurn = false;
  /** Since when somebody has waited for others to make room. Who waits for places of their own is no crowd. */
  #standingSince: number | undefined;

  constructor({ of, working, waiting, waitMs, crowdedMs = waitMs, ownMs = waitMs }: SlotLimits) {
    this.of = of;
    this.#working = new Crowd(working);
    this.#waiting = new Crowd(waiting);
    this.#waitMs = waitMs;
    this.#crowdedMs = crowdedMs;
    this.#ownMs = ownMs;
  }

  /** Whoever asks now is refused: it need not be read what they send. */
  get isFull(): boolean {
    return this.#working.isFull && this.#waiting.isFull;
  }

  /**
   * Rejects with 503 when too many wait, one has waited too long, the `waitedMs` before in another line included, or `gone`
   * says that nobody waits for the answer.
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
      : `an ${this.#waiting.fullPartOf(asker)} has its part of the line for ${this.of}`;
  }

  #waitedTooLong(): Refusal {
    return unavailable(`${this.#isCrowded ? 'more come than can be served' : 'somebody waited too long'}: ${this.of}`);
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

  /** Turn by turn, so that neither keeps the others out, however many they are. */
  #letIn(): void {
    const line = this.#isCrowded ? [...this.#line].reverse() : [...this.#line];
    while (!this.#working.isFull) {
      const returning = [...this.#returning];
      const waiters = this.#beginnersTurn ? [...line, ...returning] : [...returning, ...line];
      const next = waiters.find((waiter) => this.#isWaiting(waiter) && this.#working.hasRoomFor(waiter.asker));
      if (next === undefined) return;
      this.#beginnersTurn = this.#returning.delete(next);
      this.#working.enter(next.asker);
      next.enter();
    }
  }

  #isWaiting(waiter: Waiter): boolean {
    return this.#line.has(waiter) || this.#returning.has(waiter);
  }
}
