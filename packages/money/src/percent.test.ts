import { expect, it } from 'vitest';
import { changePercentOf, percentOf, reachesShare } from './percent.ts';

it.each([
  ['1', '3', '33.3'],
  ['2', '3', '66.7'],
  // A half rounds away from zero, and a credit is the mirror of its charge.
  ['0.0005', '1', '0.1'],
  ['-0.0005', '1', '-0.1'],
  ['1', '-4', '-25.0'],
  ['-1', '-4', '25.0'],
  ['0', '5', '0.0'],
  // Larger than any JS number is exact.
  ['123456789012345678901234.123456789012', '123456789012345678901234.123456789012', '100.0'],
])('%s of %s is %s %%', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

it('is undefined of nothing', () => {
  expect([percentOf('1', '0.00'), changePercentOf('1', '0')]).toEqual([undefined, undefined]);
});

it.each([
  ['112.4', '100', '12.4'],
  ['50', '100', '-50.0'],
  ['0', '100', '-100.0'],
  // Below zero before: the amount rose by half of its size.
  ['-50', '-100', '50.0'],
  ['50', '-100', '150.0'],
])('from %2$s to %1$s: %3$s %%', (amount, before, percent) => {
  expect(changePercentOf(amount, before)).toBe(percent);
});

it('reaches a share exactly, not by a rounded percentage', () => {
  expect([reachesShare('799.99', '1000', 80), reachesShare('800', '1000', 80)]).toEqual([false, true]);
});
