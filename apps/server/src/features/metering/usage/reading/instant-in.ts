import { type Instant, instant } from '@usance/period/instant';
import { invalidParameter } from '#platform/refusal.ts';

/** Parses the instant of a request field. Throws 400 if it is invalid or finer than a millisecond. */
export function instantIn(field: string, text: string): Instant {
  try {
    return instant(text);
  } catch {
    throw invalidParameter(field, 'Must be an RFC 3339 instant, to the millisecond at most.');
  }
}
