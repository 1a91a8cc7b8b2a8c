import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, monthsBetween, parseBillingMonth } from './billing-month.ts';
import { relativeRanges, resolveRange } from './month-range.ts';

const november = parseBillingMonth('2026-11');
const anyMonth = fc.integer({ min: -600, max: 600 }).map((months) => addMonths(november, months));

describe('a range in the URL', () => {
  it.each([
    ['this-month', '2026-11', '2026-11'],
    ['last-month', '2026-10', '2026-10'],
    ['last-3-months', '2026-09', '2026-11'],
    ['last-6-months', '2026-06', '2026-11'],
    ['last-12-months', '2025-12', '2026-11'],
    ['2026-01..2026-03', '2026-01', '2026-03'],
    ['2026-03..2026-01', '2026-11', '2026-11'],
    ['nonsense', '2026-11', '2026-11'],
    ['2026-13..2027-01', '2026-11', '2026-11'],
  ])('%s means %s to %s in November 2026', (token, from, to) => {
    expect(resolveRange(token, november)).toEqual({ from, to });
  });

  it('never runs backwards and never reaches the future, whatever the month', () => {
    fc.assert(
      fc.property(fc.constantFrom(...relativeRanges), anyMonth, (token, current) => {
        const { from, to } = resolveRange(token, current);
        expect(monthsBetween(from, to)).toBeGreaterThanOrEqual(0);
        expect(monthsBetween(to, current)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('a custom range survives the URL', () => {
    fc.assert(
      fc.property(anyMonth, fc.nat(24), (from, length) => {
        const range = { from, to: addMonths(from, length) };
        expect(resolveRange(`${range.from}..${range.to}`, november)).toEqual(range);
      }),
    );
  });
});
