import { ApiError, isRefusal, LoginExpired } from './api-error.ts';

const mostTimes = 2;
// Longer nobody looks at a page that is not there.
const longestMs = 60_000;

/** Whether a read that has failed so often before is asked again by itself. Writes never are: a person decides. */
export function asksAgain(failedBefore: number, error: Error): boolean {
  if (failedBefore >= mostTimes || error instanceof LoginExpired) return false;
  if (!isRefusal(error)) return true;
  const told = toldMs(error);
  return error.status === 429 && told !== undefined && told <= longestMs;
}

/** Milliseconds until then: what the server says or a second, twice as long each time up to the longest, spread over a quarter more. */
export function waitBeforeAgain(failedBefore: number, error: Error, random = Math.random): number {
  const waitMs = Math.min((toldMs(error) ?? 1_000) * 2 ** failedBefore, longestMs);
  return waitMs * (1 + random() / 4);
}

/** How long a server wants to be left alone. */
function toldMs(error: Error): number | undefined {
  const seconds = error instanceof ApiError ? Number(error.metadata['retryAfterSeconds'] ?? Number.NaN) : Number.NaN;
  return seconds > 0 ? seconds * 1_000 : undefined;
}
