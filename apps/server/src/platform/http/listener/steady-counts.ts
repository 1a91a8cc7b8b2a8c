import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Who asked for longest not is forgotten first: whoever makes up keys must not fill the memory. */
const mostKeys = 5_000;

interface Window {
  readonly beganAt: number;
  readonly lengthMs: number;
  count: number;
  most: number;
}

/** What one process has counted of one who asks. */
export interface Counted {
  readonly key: string;
  readonly count: number;
  /** How many they may. */
  readonly most: number;
  readonly leftMs: number;
}

/**
 * Requests by who sends them, in windows by a clock that nobody sets: by the machine's, one that ran ahead and is put right
 * would refuse whoever asked meanwhile for as long as it was ahead. What other processes have counted is added.
 */
export class SteadyCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();
  readonly #countOfOthers: (key: string) => number;

  constructor(countOfOthers: (key: string) => number = () => 0) {
    this.#countOfOthers = countOfOthers;
  }

  incr(
    key: string,
    callback: Parameters<FastifyRateLimitStore['incr']>[1],
    windowMs: number,
    most: number = Number.POSITIVE_INFINITY,
  ): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window =
      known && now - known.beganAt < windowMs ? known : { beganAt: now, lengthMs: windowMs, count: 0, most };
    window.count += 1;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    for (const [oldest] of this.#windows) {
      if (this.#windows.size <= mostKeys) break;
      this.#windows.delete(oldest);
    }
    callback(null, { current: window.count + this.#countOfOthers(key), ttl: windowMs - (now - window.beganAt) });
  }

  child(): SteadyCounts {
    return new SteadyCounts(this.#countOfOthers);
  }

  /** What stands in windows that are still open. */
  get counted(): Counted[] {
    const now = performance.now();
    return [...this.#windows].flatMap(([key, { beganAt, lengthMs, count, most }]) => {
      const leftMs = beganAt + lengthMs - now;
      return leftMs > 0 ? [{ key, count, most, leftMs }] : [];
    });
  }
}
