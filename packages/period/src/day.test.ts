import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysIn, parseDay, rangeOfDay, startOfDay } from './day.ts';
import { instant, instantOfEpochMs, toRfc3339 } from './instant.ts';
import { contains, range } from './range.ts';
import type { BillingZone } from './zone.ts';

const anyZone = fc.constantFrom<BillingZone[]>('UTC', 'Asia/Shanghai');
const anyInstant = fc.integer({ min: -(10 ** 13), max: 10 ** 14 }).map(instantOfEpochMs);

describe('day', () => {
  it.each([
    ['2026-09-30T15:59:59.999Z', '2026-09-30', '2026-09-30'],
    ['2026-09-30T16:00:00Z', '2026-09-30', '2026-10-01'],
    ['2026-12-31T16:00:00Z', '2026-12-31', '2027-01-01'],
    ['2028-02-28T16:00:00Z', '2028-02-28', '2028-02-29'],
    ['2027-02-28T16:00:00Z', '2027-02-28', '2027-03-01'],
  ])('at %s it is %s in UTC and %s in Shanghai', (at, utc, shanghai) => {
    expect(dayOf(instant(at), 'UTC')).toBe(utc);
    expect(dayOf(instant(at), 'Asia/Shanghai')).toBe(shanghai);
  });

  it('starts at midnight of its zone', () => {
    expect(toRfc3339(startOfDay(parseDay('2026-10-01'), 'UTC'))).toBe('2026-10-01T00:00:00Z');
    expect(toRfc3339(startOfDay(parseDay('2026-10-01'), 'Asia/Shanghai'))).toBe('2026-09-30T16:00:00Z');
  });

  it.each([
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 366, '2029-03-01'],
    ['2100-02-28', 1, '2100-03-01'],
    ['2000-03-01', -1, '2000-02-29'],
    ['2027-01-01', -1, '2026-12-31'],
  ])('%s moved by %i days is %s', (day, days, moved) => {
    expect(addDays(parseDay(day), days)).toBe(moved);
  });

  it.each(['2026-02-29', '2026-1-01', '2026-10-32', '2026-13-01', '26-10-01', '2026-10-01T00:00:00Z', ''])(
    'refuses %j as a day',
    (text) => {
      expect(() => parseDay(text)).toThrow(RangeError);
    },
  );

  it('refuses to leave the years 0 to 9999 or to split a day', () => {
    expect(() => addDays(parseDay('9999-12-31'), 1)).toThrow(RangeError);
    expect(() => addDays(parseDay('0000-01-01'), -1)).toThrow(RangeError);
    expect(() => addDays(parseDay('2026-10-01'), 0.5)).toThrow(RangeError);
  });

  it('lists each day a range touches, without the one at whose midnight it ends', () => {
    const touched = range(instant('2026-09-30T15:59:00Z'), instant('2026-10-02T16:00:00Z'));
    expect(daysIn(touched, 'UTC')).toEqual(['2026-09-30', '2026-10-01', '2026-10-02']);
    expect(daysIn(touched, 'Asia/Shanghai')).toEqual(['2026-09-30', '2026-10-01', '2026-10-02']);
    expect(daysIn(range(touched.start, touched.start), 'UTC')).toEqual([]);
  });

  it('every instant lies in the range of its own day and of no neighbour', () => {
    fc.assert(
      fc.property(anyInstant, anyZone, (at, zone) => {
        const day = dayOf(at, zone);
        expect(contains(rangeOfDay(day, zone), at)).toBe(true);
        expect(contains(rangeOfDay(addDays(day, 1), zone), at)).toBe(false);
        expect(contains(rangeOfDay(addDays(day, -1), zone), at)).toBe(false);
        expect(daysIn(rangeOfDay(day, zone), zone)).toEqual([day]);
      }),
    );
  });

  it('moves there and back again', () => {
    fc.assert(
      fc.property(anyInstant, fc.integer({ min: -100_000, max: 100_000 }), (at, days) => {
        const day = dayOf(at, 'UTC');
        expect(addDays(addDays(day, days), -days)).toBe(day);
      }),
    );
  });
});
