import { unavailable } from '../../refusal.ts';

/** Lets so many in at once; others wait in turn, not too many and not too long, or are refused with 503. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();
  readonly #queueLimit: number;
  readonly #waitLimitMs: number;

  constructor(limits: { atOnce: number; queue: number; waitMs: number }) {
    this.#free = limits.atOnce;
    this.#queueLimit = limits.queue;
    this.#waitLimitMs = limits.waitMs;
  }

  /** Resolves when there is room; the caller must release once. Rejects with 503 when the queue is full or too slow. */
  acquire(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#queueLimit) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(enter);
        reject(unavailable());
      }, this.#waitLimitMs);
      this.#waiting.add(enter);
    });
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
