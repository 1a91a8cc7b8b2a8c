import { type Instant, instant } from '@usance/period/instant';
import { invalidParameter } from '#platform/refusal.ts';

/** The instant that a field of a request holds. Refuses with 400 one that is finer than what usage is metered by. */
export function instantIn(field: string, text: string): Instant {
  try {
    return instant(text);
  } catch {
    throw invalidParameter(field, 'Must be an RFC 3339 instant, to the millisecond at most.');
  }
}
