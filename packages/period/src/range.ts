import { type Instant, instantOfEpochMs } from './instant.ts';

/** Half-open: `start` belongs to it, `end` does not, so that neighbours touch without overlapping. */
export type Range = { readonly start: Instant; readonly end: Instant };

/** Throws RangeError when the end lies before the start; the two may be equal, which leaves the range empty. */
export function range(start: Instant, end: Instant): Range {
  if (end < start) throw new RangeError('A range ends before it starts');
  return { start, end };
}

export function isEmpty({ start, end }: Range): boolean {
  return end <= start;
}

/** @internal for tests, which say by it what a range holds */
export function contains({ start, end }: Range, at: Instant): boolean {
  return start <= at && at < end;
}

/** What lies in both, or undefined when nothing does. */
export function intersect(left: Range, right: Range): Range | undefined {
  const start = instantOfEpochMs(Math.max(left.start, right.start));
  const end = instantOfEpochMs(Math.min(left.end, right.end));
  return start < end ? { start, end } : undefined;
}
