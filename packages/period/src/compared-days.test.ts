import { expect, it } from 'vitest';
import { comparedDays } from './compared-days.ts';
import { instant } from './instant.ts';
import type { Range } from './range.ts';

const range = (start: string, end: string): Range => ({ start: instant(start), end: instant(end) });
const october = range('2026-10-01T00:00:00Z', '2026-11-01T00:00:00Z');
const november = range('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z');
const first = (days: number, { start }: Range): Range => ({ start, end: (start + days * 86_400_000) as Range['end'] });

it.each([
  ['a running month', november, '2026-11-20T00:00:00Z', { now: first(19, november), before: first(19, october) }],
  ['a past month', november, '2026-12-05T00:00:00Z', { now: november, before: october }],
  [
    'a past period that ends within a day',
    range('2026-11-01T00:00:00Z', '2026-11-20T15:00:00Z'),
    '2026-12-05T00:00:00Z',
    { now: first(19, november), before: first(19, october) },
  ],
  ['a period before its first day is over', november, '2026-11-01T00:00:00Z', undefined],
  ['a period that has not begun', november, '2026-10-20T00:00:00Z', undefined],
])('compares %s with equally many whole days', (_, period, openFrom, compared) => {
  expect(comparedDays(period, october, instant(openFrom))).toEqual(compared);
});

it('compares no more days than the former period has', () => {
  const march = range('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z');
  const february = range('2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z');
  const compared = comparedDays(march, february, instant('2026-03-31T00:00:00Z'));
  expect(compared).toEqual({ now: first(28, march), before: february });
});
