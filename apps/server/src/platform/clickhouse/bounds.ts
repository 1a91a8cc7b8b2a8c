import { ClickHouseUnavailable } from './errors.ts';
import { graceMs, type QueryLimits } from './limits.ts';

/** Within what a statement is run. */
export interface Bounds {
  readonly limits: QueryLimits;
  /** Aborted when nobody waits for its result any more; then the engine ends what only reads. */
  readonly gone?: AbortSignal | undefined;
}

/**
 * Does work that ends at the signal: when nobody waits for it, or when the engine has not kept its own limit. Throws
 * ClickHouseUnavailable then.
 */
export async function withinBounds<T>({ limits, gone }: Bounds, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  if (gone?.aborted) throw new ClickHouseUnavailable(gone.reason);
  const ending = new AbortController();
  const end = () => ending.abort();
  const timer = setTimeout(end, limits.seconds * 1_000 + graceMs);
  gone?.addEventListener('abort', end);
  try {
    return await work(ending.signal);
  } catch (error) {
    throw ending.signal.aborted ? new ClickHouseUnavailable(error) : error;
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', end);
  }
}
