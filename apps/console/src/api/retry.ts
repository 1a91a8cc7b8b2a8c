import { ApiError, isRefusal, LoginExpired } from './api-error.ts';

const mostTimes = 2;
// A reader does not wait longer for a page.
const longestMs = 60_000;

/** True if a failed read is retried automatically. Writes never are: the user decides. */
export function shouldRetry(failedBefore: number, error: Error): boolean {
  if (failedBefore >= mostTimes || error instanceof LoginExpired) return false;
  if (!isRefusal(error)) return true;
  const told = toldMs(error);
  return error.status === 429 && told !== undefined && told <= longestMs;
}

/**
 * Returns the milliseconds until the retry: the server's time or a second, doubled each time up to the longest, plus up
 * to a quarter at random.
 */
export function retryDelayMs(failedBefore: number, error: Error, random = Math.random): number {
  const waitMs = Math.min((toldMs(error) ?? 1_000) * 2 ** failedBefore, longestMs);
  return waitMs * (1 + random() / 4);
}

/** The time to wait that the server names. */
function toldMs(error: Error): number | undefined {
  const seconds = error instanceof ApiError ? Number(error.metadata['retryAfterSeconds'] ?? Number.NaN) : Number.NaN;
  return seconds > 0 ? seconds * 1_000 : undefined;
}
