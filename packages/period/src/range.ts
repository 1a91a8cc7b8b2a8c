import { type Instant, instantOfEpochMs } from './instant.ts';

/** A half-open range: it includes `start` but not `end`, so that neighbours touch without overlapping. */
export type Range = { readonly start: Instant; readonly end: Instant };

/** Throws RangeError if the end lies before the start. An equal start and end make an empty range. */
export function range(start: Instant, end: Instant): Range {
  if (end < start) throw new RangeError('A range ends before it starts');
  return { start, end };
}

export function isEmpty({ start, end }: Range): boolean {
  return end <= start;
}

/** @internal for tests */
export function contains({ start, end }: Range, at: Instant): boolean {
  return start <= at && at < end;
}

/** Returns the common part of two ranges; undefined if there is none. */
export function intersect(left: Range, right: Range): Range | undefined {
  const start = instantOfEpochMs(Math.max(left.start, right.start));
  const end = instantOfEpochMs(Math.min(left.end, right.end));
  return start < end ? { start, end } : undefined;
}
