import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** The longest silent caller is forgotten first, so that made-up keys cannot fill the memory. */
const mostKeys = 5_000;

interface Window {
  readonly beganAt: number;
  readonly lengthMs: number;
  count: number;
  most: number;
}

/** One caller's count in this process. */
export interface Counted {
  readonly key: string;
  readonly count: number;
  /** The caller's limit. */
  readonly most: number;
  readonly leftMs: number;
}

/**
 * Counts requests by caller in windows of a monotonic clock. With the machine's clock, a caller counted while it ran
 * ahead would be refused until real time caught up. Counts of other processes are added.
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

  /** The counts of open windows. */
  get counted(): Counted[] {
    const now = performance.now();
    return [...this.#windows].flatMap(([key, { beganAt, lengthMs, count, most }]) => {
      const leftMs = beganAt + lengthMs - now;
      return leftMs > 0 ? [{ key, count, most, leftMs }] : [];
    });
  }
}
