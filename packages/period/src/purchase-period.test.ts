import { describe, expect, test } from 'vitest';
import { parseDay } from './day.ts';
import { instant, toRfc3339 } from './instant.ts';
import { daysToken, type MeteredSpan, mostDays, purchasePeriodOf } from './purchase-period.ts';
import type { Range } from './range.ts';

const now = instant('2026-11-21T05:17:00Z');
const spell = ({ start, end }: Range) => `${toRfc3339(start)}/${toRfc3339(end)}`;

/** A contract of some years, metered up to the hour. */
const metered = (given: Partial<MeteredSpan> = {}): MeteredSpan => ({
  zone: 'UTC',
  since: instant('2024-01-01T00:00:00Z'),
  through: instant('2026-11-21T05:00:00Z'),
  ...given,
});

describe('the range of the usage screens', () => {
  test.each([
    ['this-month', 'UTC', '2026-11-01T00:00:00Z/2026-11-21T06:00:00Z'],
    ['this-month', 'Asia/Shanghai', '2026-10-31T16:00:00Z/2026-11-21T06:00:00Z'],
    ['last-month', 'UTC', '2026-10-01T00:00:00Z/2026-11-01T00:00:00Z'],
    ['last-3-months', 'UTC', '2026-09-01T00:00:00Z/2026-11-21T06:00:00Z'],
    ['2026-11-10..', 'UTC', '2026-11-10T00:00:00Z/2026-11-21T06:00:00Z'],
    ['2026-10-10..2026-10-12', 'UTC', '2026-10-10T00:00:00Z/2026-10-13T00:00:00Z'],
  ] as const)('%s in %s runs to the next full hour or its own end', (range, zone, asked) => {
    expect(spell(purchasePeriodOf({ range }, metered({ zone }), now).range)).toBe(asked);
  });

  test('time selects its whole month, of which only the past part is elapsed', () => {
    const period = purchasePeriodOf({ time: instant('2026-11-09T12:00:00Z'), range: 'last-month' }, metered(), now);
    expect(spell(period.range)).toBe('2026-11-01T00:00:00Z/2026-12-01T00:00:00Z');
    expect(spell(period.elapsed)).toBe('2026-11-01T00:00:00Z/2026-11-21T06:00:00Z');
  });

  test('an open range that has grown too long keeps its latest 366 days', () => {
    const { range } = purchasePeriodOf({ range: '2024-01-01..' }, metered(), now);
    expect(spell(range)).toBe('2025-11-21T00:00:00Z/2026-11-21T06:00:00Z');
  });

  test.each(['', 'x', '2026-02-30..', '2026-11-10..2026-11-09', '2020-01-01..2026-01-01', '2020-01..2026-11'])(
    '%j is invalid and means this month',
    (range) => {
      expect(purchasePeriodOf({ range }, metered(), now)).toEqual(
        purchasePeriodOf({ range: 'this-month' }, metered(), now),
      );
    },
  );
});

test.each([
  ['2026-11-01..2026-11-21', 'this-month'],
  ['2026-11-01..', 'this-month'],
  ['2026-10-01..2026-10-31', 'last-month'],
  ['2026-09-01..2026-11-21', 'last-3-months'],
])('%s, chosen by hand, equals %s', (days, named) => {
  expect(purchasePeriodOf({ range: days }, metered(), now)).toEqual(purchasePeriodOf({ range: named }, metered(), now));
});

describe('the comparison of a range', () => {
  const comparedOf = (range: string, given: Partial<MeteredSpan>, at: string) => {
    const { compared } = purchasePeriodOf({ range }, metered(given), instant(at));
    return compared && [spell(compared.now), spell(compared.before)];
  };

  test.each([
    [
      'this month: the days that are metered to their end, and as many of the month before',
      ['this-month', {}, '2026-11-21T05:17:00Z'],
      ['2026-11-01T00:00:00Z/2026-11-21T00:00:00Z', '2026-10-01T00:00:00Z/2026-10-21T00:00:00Z'],
    ],
    [
      'fewer days where metering lags',
      ['this-month', { through: instant('2026-11-18T23:00:00Z') }, '2026-11-21T05:17:00Z'],
      ['2026-11-01T00:00:00Z/2026-11-18T00:00:00Z', '2026-10-01T00:00:00Z/2026-10-18T00:00:00Z'],
    ],
    [
      'days as the contract cuts them',
      ['this-month', { zone: 'Asia/Shanghai', through: instant('2026-11-20T15:00:00Z') }, '2026-11-20T15:10:00Z'],
      ['2026-10-31T16:00:00Z/2026-11-19T16:00:00Z', '2026-09-30T16:00:00Z/2026-10-19T16:00:00Z'],
    ],
    [
      'no more days than the month before has',
      ['this-month', { through: instant('2026-03-31T09:00:00Z') }, '2026-03-31T09:10:00Z'],
      ['2026-03-01T00:00:00Z/2026-03-29T00:00:00Z', '2026-02-01T00:00:00Z/2026-03-01T00:00:00Z'],
    ],
    [
      'a month that is over with all of the one before, though they differ in length',
      ['last-month', {}, '2026-11-21T05:17:00Z'],
      ['2026-10-01T00:00:00Z/2026-11-01T00:00:00Z', '2026-09-01T00:00:00Z/2026-10-01T00:00:00Z'],
    ],
    [
      'a month that is signed, though its usage ended early',
      ['last-month', { through: instant('2026-10-05T03:00:00Z') }, '2026-11-21T05:17:00Z'],
      ['2026-10-01T00:00:00Z/2026-11-01T00:00:00Z', '2026-09-01T00:00:00Z/2026-10-01T00:00:00Z'],
    ],
    [
      'a month that is over but not signed, as far as it is metered',
      ['last-month', { through: instant('2026-10-30T22:00:00Z') }, '2026-11-01T03:10:00Z'],
      ['2026-10-01T00:00:00Z/2026-10-30T00:00:00Z', '2026-09-01T00:00:00Z/2026-09-30T00:00:00Z'],
    ],
  ] as const)('%s', (_what, [range, given, at], compared) => {
    expect(comparedOf(range, given, at)).toEqual(compared);
  });

  test('is missing on the first of a month, of which no day is over; the previous month remains', () => {
    const first = purchasePeriodOf(
      { range: 'this-month' },
      metered({ through: instant('2026-11-01T03:00:00Z') }),
      instant('2026-11-01T03:10:00Z'),
    );
    expect(first.compared).toBeUndefined();
    expect(first.previous && spell(first.previous)).toBe('2026-10-01T00:00:00Z/2026-11-01T00:00:00Z');
  });

  test.each(['2026-10-02T00:00:00Z', '2025-12-01T08:00:00Z'])(
    'is missing if the earlier period begins before the contract, which began on %s',
    (began) => {
      const since = instant(began);
      const { compared, previous } = purchasePeriodOf({ range: 'last-12-months' }, metered({ since }), now);
      expect([compared, previous]).toEqual([undefined, undefined]);
      expect(
        comparedOf('this-month', { since: instant('2026-10-01T08:00:00Z') }, '2026-11-21T05:17:00Z'),
      ).toBeDefined();
    },
  );
});

describe('the earlier period', () => {
  const since = instant('2024-01-01T00:00:00Z');
  const previousOf = (range: string, compare: 'previous' | 'year' | 'off') => {
    const { previous } = purchasePeriodOf({ range, compare }, metered({ since }), now);
    return previous && spell(previous);
  };

  test('is the whole one before', () => {
    expect(previousOf('this-month', 'previous')).toBe('2026-10-01T00:00:00Z/2026-11-01T00:00:00Z');
  });

  test.each([
    ['this-month', '2025-11-01T00:00:00Z/2025-12-01T00:00:00Z'],
    ['last-3-months', '2025-09-01T00:00:00Z/2025-12-01T00:00:00Z'],
    ['2026-10-05..2026-10-11', '2025-10-05T00:00:00Z/2025-10-12T00:00:00Z'],
  ])('of %s can be the same time of the year before', (range, previous) => {
    expect(previousOf(range, 'year')).toBe(previous);
  });

  test('is left out if the reader compares nothing', () => {
    expect(previousOf('this-month', 'off')).toBeUndefined();
    expect(previousOf('2026-10-05..2026-10-11', 'off')).toBeUndefined();
  });
});

test('a custom range has at most the days that the charts can show', () => {
  const [from, today] = [parseDay('2025-01-01'), parseDay('2026-11-21')];
  expect(daysToken(from, undefined, today)).toBe('2025-01-01..2026-01-01');
  expect(daysToken(from, parseDay('2026-06-01'), today)).toBe('2025-01-01..2026-01-01');
  expect(daysToken(from, parseDay('2024-06-01'), today)).toBe('2025-01-01..2025-01-01');
  expect(mostDays).toBe(366);
});
