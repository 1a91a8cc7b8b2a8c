import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOfEpochMs } from './instant.ts';
import { contains, intersect, isEmpty, range } from './range.ts';

const of = (start: number, end: number) => range(instantOfEpochMs(start), instantOfEpochMs(end));
const anyBound = fc.integer({ min: 0, max: 12 });
const anyRange = fc.tuple(anyBound, anyBound).map(([a, b]) => of(Math.min(a, b), Math.max(a, b)));

describe('range', () => {
  it('contains its start and not its end', () => {
    expect([4, 5, 9, 10].map((at) => contains(of(5, 10), instantOfEpochMs(at)))).toEqual([false, true, true, false]);
  });

  it('refuses an end before the start, and is empty when they meet', () => {
    expect(() => of(6, 5)).toThrow(RangeError);
    expect(isEmpty(of(5, 5))).toBe(true);
    expect(isEmpty(of(5, 6))).toBe(false);
  });

  it.each([
    [of(0, 5), of(5, 10), undefined],
    [of(0, 6), of(5, 10), of(5, 6)],
    [of(0, 10), of(3, 4), of(3, 4)],
    [of(0, 10), of(5, 5), undefined],
    [of(5, 5), of(5, 5), undefined],
  ])('%j and %j share %j', (left, right, shared) => {
    expect(intersect(left, right)).toEqual(shared);
  });

  it('intersects in exactly the instants that lie in both, in either order', () => {
    fc.assert(
      fc.property(anyRange, anyRange, anyBound, (left, right, at) => {
        const shared = intersect(left, right);
        const moment = instantOfEpochMs(at);
        const inBoth = contains(left, moment) && contains(right, moment);
        expect(shared !== undefined && contains(shared, moment)).toBe(inBoth);
        expect(intersect(right, left)).toEqual(shared);
      }),
    );
  });
});
