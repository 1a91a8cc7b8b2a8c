import { ClickHouseUnavailable } from './errors.ts';
import { graceMs, type QueryLimits } from './limits.ts';

/** The limits and the abort signal of a statement. */
export interface Bounds {
  readonly limits: QueryLimits;
  /** Aborts when the caller has left; the engine then ends a statement that only reads. */
  readonly gone?: AbortSignal | undefined;
}

/**
 * Runs work until the signal, which fires when the caller has left or the engine exceeds its own time limit. Throws
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
