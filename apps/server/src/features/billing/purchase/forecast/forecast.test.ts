import { add, compare, formatDecimal, isNegative, subtract, sum } from '@usance/money/decimal';
import { dayMs } from '@usance/period/instant';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costsAhead, type Estimate, forecastDays, longestHistoryDays } from './forecast.ts';

const amount = (most: bigint, least = 0n) =>
  fc.bigInt({ min: least, max: most }).map((units) => formatDecimal(add('0', unitsText(units)), 12));
const unitsText = (units: bigint) => {
  const digits = (units < 0n ? -units : units).toString().padStart(13, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/^-0\.0+$/, '0');
};
const usage = amount(10n ** 24n);
const days = (least: number, most: number, each = usage) => fc.array(each, { minLength: least, maxLength: most });
const known = fc.record({ whole: days(10, 200), open: days(1, 31) });

const text = ({ expected, low, high }: Estimate) => [low, expected, high].map((bound) => formatDecimal(bound, 12));
const isOrdered = (values: readonly (string | Estimate['low'])[]) =>
  values.every((value, index) => index === 0 || compare(values[index - 1] ?? value, value) <= 0);
const weeks = (count: number, week: readonly string[]) => Array.from({ length: count }, () => week).flat();

describe('forecastDays', () => {
  it('has a band around the expected amount, above what is used, and totals that never fall', () => {
    fc.assert(
      fc.property(known, ({ whole, open }) => {
        const estimates = forecastDays({ whole, open }) ?? [];
        if (whole.slice(-longestHistoryDays).every((each) => !/[1-9]/.test(each))) return;
        for (const [index, { expected, low, high }] of estimates.entries()) {
          expect(isOrdered([sum(open.slice(0, index + 1)), low, expected, high])).toBe(true);
        }
        for (const bound of ['low', 'expected', 'high'] as const)
          expect(isOrdered(estimates.map((each) => each[bound]))).toBe(true);
      }),
    );
  });

  it('has the expected amount in its band beside corrections, too', () => {
    const corrected = amount(10n ** 15n, -(10n ** 15n));
    fc.assert(
      fc.property(days(30, 60, corrected), days(1, 31, corrected), (whole, open) => {
        for (const { expected, low, high } of forecastDays({ whole, open }) ?? [])
          expect(isOrdered([low, expected, high])).toBe(true);
      }),
    );
  });

  it('repeats a constant amount exactly, without a band', () => {
    fc.assert(
      fc.property(
        amount(10n ** 24n, 1n),
        fc.integer({ min: 10, max: 200 }),
        fc.integer({ min: 1, max: 31 }),
        (each, past, ahead) => {
          const whole = Array.from({ length: past }, () => each);
          const estimates = forecastDays({ whole, open: Array.from({ length: ahead }, () => '0') }) ?? [];
          const all = formatDecimal(sum(Array.from({ length: ahead }, () => each)), 12);
          expect(estimates).toHaveLength(ahead);
          expect(estimates.at(-1) && text(estimates[ahead - 1] as Estimate)).toEqual([all, all, all]);
        },
      ),
    );
  });

  it('repeats the week', () => {
    const week = ['10', '10', '10', '10', '10', '3', '3'];
    const estimates = forecastDays({ whole: weeks(20, week), open: weeks(2, Array(7).fill('0')) }) ?? [];
    const totals = estimates.map(({ expected }) => Number(formatDecimal(expected)).toFixed(4));
    expect(totals.slice(4, 8)).toEqual(['50.0000', '53.0000', '56.0000', '66.0000']);
    expect(Number(formatDecimal(subtract(estimates[13]?.high ?? '9', estimates[13]?.low ?? '0')))).toBeCloseTo(0, 4);
  });

  it('does not repeat a single odd day', () => {
    const calm = Array.from({ length: 60 }, (_, index) => (index % 3 === 0 ? '10.1' : '9.95'));
    const whole = [...calm.slice(0, 55), '500', ...calm.slice(56)];
    const [first] = forecastDays({ whole, open: ['0'] }) ?? [];
    expect(Number(formatDecimal(first?.expected ?? '0'))).toBeLessThan(11);
  });

  it('expects at least what an open day has already', () => {
    const [first] = forecastDays({ whole: Array.from({ length: 20 }, () => '5'), open: ['8'] }) ?? [];
    expect(first && text(first)).toEqual(['8.000000000000', '8.000000000000', '8.000000000000']);
  });

  it('is wider, the less is known', () => {
    const noisy = (length: number) => Array.from({ length }, (_, index) => String(5 + ((index * 7919) % 11)));
    const width = (length: number) => {
      const last = forecastDays({ whole: noisy(length), open: Array.from({ length: 20 }, () => '0') })?.at(-1);
      return Number(formatDecimal(subtract(last?.high ?? '0', last?.low ?? '0')));
    };
    expect(width(12)).toBeGreaterThan(width(120));
  });

  it.each([
    ['no day', []],
    ['nine days', Array.from({ length: 9 }, () => '1')],
    [
      'nine days after days without usage',
      [...Array.from({ length: 30 }, () => '0'), ...Array.from({ length: 9 }, () => '1')],
    ],
    ['no usage', Array.from({ length: 60 }, () => '0')],
  ])('is none for %s', (_, whole) => {
    expect(forecastDays({ whole, open: ['0'] })).toBeUndefined();
  });

  it('expects a part of the day on which usage ends, and nothing after it', () => {
    const open = ['2', '0', '0', '0', '0'];
    const totals = (whole: readonly string[], ends: number) =>
      (forecastDays({ whole, open, endsInMs: ends * dayMs }) ?? []).map(({ expected }) => formatDecimal(expected, 12));
    const steady = Array.from({ length: 30 }, () => '4');
    expect(totals(steady, 2.5).map(Number)).toEqual([4, 8, 10, 10, 10]);
    expect(totals(steady, 9).map(Number)).toEqual([4, 8, 12, 16, 20]);
    // An end in the past needs no history.
    for (const whole of [steady, steady.slice(0, 3)]) expect(totals(whole, -1).map(Number)).toEqual([2, 2, 2, 2, 2]);
  });

  it('is no less sure of days after the end of usage than of the end', () => {
    const whole = Array.from({ length: 60 }, (_, index) => String(5 + ((index * 7919) % 11)));
    const open = Array.from({ length: 9 }, () => '0');
    const [ending, going] = [forecastDays({ whole, open, endsInMs: 3 * dayMs }), forecastDays({ whole, open })];
    expect(ending?.slice(0, 3)).toEqual(going?.slice(0, 3));
    expect(ending?.slice(3)).toEqual(Array(6).fill(ending?.[2]));
  });

  it('expects nothing after usage has stopped', () => {
    const whole = [...Array.from({ length: 60 }, () => '10'), ...Array.from({ length: 28 }, () => '0')];
    const [first] = forecastDays({ whole, open: ['0'] }) ?? [];
    expect(first && isNegative(subtract(first.high, '0.01'))).toBe(true);
  });
});

describe('costsAhead', () => {
  it('walks on with the weekdays, as far as it is asked', () => {
    const costs = costsAhead({ whole: weeks(8, ['7', '7', '7', '7', '7', '7', '0']) });
    const found = Array.from({ length: 14 }, () => Number(formatDecimal(costs.next().value ?? '9')).toFixed(4));
    expect(found).toEqual(weeks(2, ['7.0000', '7.0000', '7.0000', '7.0000', '7.0000', '7.0000', '0.0000']));
  });
});
