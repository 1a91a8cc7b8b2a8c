import type { FastifyRateLimitStore } from '@fastify/rate-limit';

/** Who asked for longest not is forgotten first: whoever makes up keys must not fill the memory. */
const mostKeys = 5_000;

interface Window {
  readonly beganAt: number;
  count: number;
}

/**
 * Requests by who sends them, in windows by a clock that nobody sets: by the machine's, one that ran ahead and is put right
 * would refuse whoever asked meanwhile for as long as it was ahead.
 */
export class SteadyCounts implements FastifyRateLimitStore {
  readonly #windows = new Map<string, Window>();

  incr(key: string, callback: Parameters<FastifyRateLimitStore['incr']>[1], windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && now - known.beganAt < windowMs ? known : { beganAt: now, count: 0 };
    window.count += 1;
    this.#windows.delete(key);
    this.#windows.set(key, window);
    for (const [oldest] of this.#windows) {
      if (this.#windows.size <= mostKeys) break;
      this.#windows.delete(oldest);
    }
    callback(null, { current: window.count, ttl: windowMs - (now - window.beganAt) });
  }

  child(): SteadyCounts {
    return new SteadyCounts();
  }
}
