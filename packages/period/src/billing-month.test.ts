import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  billingMonthOf,
  compareMonths,
  daysOf,
  firstDayOf,
  lastDayOf,
  monthsBetween,
  parseBillingMonth,
  rangeOf,
} from './billing-month.ts';
import { daysIn } from './day.ts';
import { instant, instantOfEpochMs, toRfc3339 } from './instant.ts';
import { contains, intersect } from './range.ts';
import { type BillingZone, billingZoneOf } from './zone.ts';

const anyZone = fc.constantFrom<BillingZone[]>('UTC', 'Asia/Shanghai');
const anyMonth = fc
  .integer({ min: -3_000, max: 3_000 })
  .map((months) => addMonths(parseBillingMonth('2026-10'), months));

describe('billing month', () => {
  it('runs in UTC for dollars and in Shanghai for yuan', () => {
    expect([billingZoneOf('USD'), billingZoneOf('CNY')]).toEqual(['UTC', 'Asia/Shanghai']);
  });

  it.each([
    ['2026-09-30T15:59:59.999Z', '2026-09', '2026-09'],
    ['2026-09-30T16:00:00Z', '2026-09', '2026-10'],
    ['2026-09-30T23:59:59.999Z', '2026-09', '2026-10'],
    ['2026-10-01T00:00:00Z', '2026-10', '2026-10'],
    ['2026-12-31T16:00:00Z', '2026-12', '2027-01'],
    ['2028-02-29T15:00:00Z', '2028-02', '2028-02'],
    ['2028-02-29T16:00:00Z', '2028-02', '2028-03'],
  ])('%s is billed in %s in UTC and in %s in Shanghai', (at, utc, shanghai) => {
    expect(billingMonthOf(instant(at), 'UTC')).toBe(utc);
    expect(billingMonthOf(instant(at), 'Asia/Shanghai')).toBe(shanghai);
  });

  it.each([
    ['2026-10', 'UTC', '2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z'],
    ['2026-10', 'Asia/Shanghai', '2026-09-30T16:00:00Z', '2026-10-31T16:00:00Z'],
    ['2026-12', 'Asia/Shanghai', '2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'],
    ['2028-02', 'UTC', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ] as const)('%s in %s runs from %s to %s', (month, zone, start, end) => {
    const { start: from, end: to } = rangeOf(parseBillingMonth(month), zone);
    expect([toRfc3339(from), toRfc3339(to)]).toEqual([start, end]);
  });

  it.each([
    ['2026-01', 31],
    ['2026-02', 28],
    ['2028-02', 29],
    ['2000-02', 29],
    ['2100-02', 28],
    ['2026-04', 30],
    ['2026-12', 31],
  ])('%s has %i days', (text, length) => {
    const month = parseBillingMonth(text);
    const days = daysOf(month);
    expect(days).toHaveLength(length);
    expect([days.at(0), days.at(-1)]).toEqual([firstDayOf(month), lastDayOf(month)]);
    expect(lastDayOf(month)).toBe(`${text}-${length}`);
  });

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-10', 27, '2029-01'],
    ['2026-10', -10, '2025-12'],
    ['2026-10', 0, '2026-10'],
  ])('%s moved by %i months is %s', (from, months, to) => {
    expect(addMonths(parseBillingMonth(from), months)).toBe(to);
    expect(monthsBetween(parseBillingMonth(from), parseBillingMonth(to))).toBe(months);
  });

  it.each(['2026-13', '2026-00', '2026-1', '202610', '2026-10-01', '26-10', '', ' 2026-10'])(
    'refuses %j as a month',
    (text) => {
      expect(() => parseBillingMonth(text)).toThrow(RangeError);
    },
  );

  it('refuses to leave the years 0 to 9999 or to split a month', () => {
    expect(() => addMonths(parseBillingMonth('9999-12'), 1)).toThrow(RangeError);
    expect(() => addMonths(parseBillingMonth('0000-01'), -1)).toThrow(RangeError);
    expect(() => addMonths(parseBillingMonth('2026-10'), 0.5)).toThrow(RangeError);
  });

  it('sorts from the earliest on', () => {
    const months = ['2027-01', '2026-02', '2026-12'].map(parseBillingMonth);
    expect(months.toSorted(compareMonths)).toEqual(['2026-02', '2026-12', '2027-01']);
  });

  it('consecutive months touch exactly and never overlap', () => {
    fc.assert(
      fc.property(anyMonth, anyZone, (month, zone) => {
        const here = rangeOf(month, zone);
        const next = rangeOf(addMonths(month, 1), zone);
        expect(here.end).toBe(next.start);
        expect(intersect(here, next)).toBeUndefined();
        expect(daysIn(here, zone)).toEqual(daysOf(month));
      }),
    );
  });

  it('every instant lies in the range of its own month', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 13), max: 10 ** 14 }).map(instantOfEpochMs), anyZone, (at, zone) => {
        expect(contains(rangeOf(billingMonthOf(at, zone), zone), at)).toBe(true);
      }),
    );
  });
});
