import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ceilToHour,
  floorToHour,
  instant,
  instantOfEpochMs,
  plusDays24h,
  plusHours,
  plusMinutes,
  toRfc3339,
} from './instant.ts';

const anyInstant = fc
  .integer({ min: Date.parse('0000-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') })
  .map(instantOfEpochMs);

describe('instant', () => {
  it.each([
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['2026-10-01T08:00:00+08:00', '2026-10-01T00:00:00Z'],
    ['2026-10-01T00:00:00+08:00', '2026-09-30T16:00:00Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
    ['2026-10-01T00:00:00.5Z', '2026-10-01T00:00:00.500Z'],
    ['2026-10-01T00:00:00.007Z', '2026-10-01T00:00:00.007Z'],
    ['2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00Z'],
    ['2024-02-29T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['2000-02-29T12:00:00+05:45', '2000-02-29T06:15:00Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s and writes it as %s', (text, written) => {
    expect(toRfc3339(instant(text))).toBe(written);
  });

  it.each([
    ['2026-10-01T00:00:00', 'without a zone'],
    ['2026-10-01', 'a day'],
    ['2026-10-01 00:00:00Z', 'with a space'],
    ['2026-10-01t00:00:00z', 'in lower case'],
    ['2026-10-01T00:00Z', 'without seconds'],
    ['2026-10-01T24:00:00Z', 'at hour 24'],
    ['2026-10-01T00:60:00Z', 'at minute 60'],
    ['2016-12-31T23:59:60Z', 'on a leap second'],
    ['2026-02-29T00:00:00Z', 'on February 29 of a common year'],
    ['1900-02-29T00:00:00Z', 'on February 29 of a common century'],
    ['2026-04-31T00:00:00Z', 'on April 31'],
    ['2026-00-01T00:00:00Z', 'in month 0'],
    ['2026-13-01T00:00:00Z', 'in month 13'],
    ['2026-10-00T00:00:00Z', 'on day 0'],
    ['2026-10-01T00:00:00.1234Z', 'in parts of a millisecond'],
    ['2026-10-01T00:00:00+0800', 'with an offset without a colon'],
    ['2026-10-01T00:00:00+24:00', 'with an offset of a day'],
    ['+02026-10-01T00:00:00Z', 'with a long year'],
    ['0000-01-01T00:00:00+01:00', 'before the year 0'],
    ['9999-12-31T23:59:59-01:00', 'after the year 9999'],
    ['', 'empty'],
    ['2026-10-01T00:00:00Z\n', 'with a line end'],
  ])('refuses %j: %s', (text) => {
    expect(() => instant(text)).toThrow(RangeError);
  });

  it('refuses epoch milliseconds that are not whole or out of range', () => {
    for (const epochMs of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 8.64e15]) {
      expect(() => instantOfEpochMs(epochMs)).toThrow(RangeError);
    }
  });

  it('reads back what it writes, and agrees with the platform calendar in every year', () => {
    fc.assert(
      fc.property(anyInstant, (at) => {
        expect(instant(toRfc3339(at))).toBe(at);
        expect(toRfc3339(at)).toBe(new Date(at).toISOString().replace('.000Z', 'Z'));
      }),
    );
  });

  it('floors to the start of its hour, before 1970 too', () => {
    expect(toRfc3339(floorToHour(instant('2026-10-01T13:59:59.999Z')))).toBe('2026-10-01T13:00:00Z');
    expect(toRfc3339(floorToHour(instant('1969-12-31T23:59:59.999Z')))).toBe('1969-12-31T23:00:00Z');
    expect(toRfc3339(floorToHour(instant('2026-10-01T13:00:00Z')))).toBe('2026-10-01T13:00:00Z');
  });

  it('ceils to the start of the next hour, or to itself at the start of an hour', () => {
    expect(toRfc3339(ceilToHour(instant('2026-10-01T13:00:00.001Z')))).toBe('2026-10-01T14:00:00Z');
    expect(toRfc3339(ceilToHour(instant('1969-12-31T23:59:59.999Z')))).toBe('1970-01-01T00:00:00Z');
    expect(toRfc3339(ceilToHour(instant('2026-10-01T13:00:00Z')))).toBe('2026-10-01T13:00:00Z');
  });

  it('moves by minutes, hours and days of 24 hours', () => {
    const at = instant('2026-12-31T23:58:00Z');
    expect(toRfc3339(plusMinutes(at, 5))).toBe('2027-01-01T00:03:00Z');
    expect(toRfc3339(plusHours(at, -24))).toBe('2026-12-30T23:58:00Z');
    expect(toRfc3339(plusDays24h(at, 60))).toBe('2027-03-01T23:58:00Z');
    expect(() => plusMinutes(at, 0.000001)).toThrow(RangeError);
  });
});
