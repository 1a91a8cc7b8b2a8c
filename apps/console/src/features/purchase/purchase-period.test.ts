import { parseDay } from '@usance/period/day';
import { instant, toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import { describe, expect, test } from 'vitest';
import { daysToken, mostDays, purchasePeriodOf } from './purchase-period.ts';

const now = instant('2026-11-21T05:17:00Z');
const spell = ({ start, end }: Range) => `${toRfc3339(start)}/${toRfc3339(end)}`;

describe('the range of the usage screens', () => {
  test.each([
    ['this-month', 'UTC', '2026-11-01T00:00:00Z/2026-11-21T06:00:00Z', '2026-10-01T00:00:00Z/2026-10-21T06:00:00Z'],
    [
      'this-month',
      'Asia/Shanghai',
      '2026-10-31T16:00:00Z/2026-11-21T06:00:00Z',
      '2026-09-30T16:00:00Z/2026-10-21T06:00:00Z',
    ],
    ['last-month', 'UTC', '2026-10-01T00:00:00Z/2026-11-01T00:00:00Z', '2026-09-01T00:00:00Z/2026-10-01T00:00:00Z'],
    ['last-3-months', 'UTC', '2026-09-01T00:00:00Z/2026-11-21T06:00:00Z', '2026-06-01T00:00:00Z/2026-08-21T06:00:00Z'],
    ['2026-11-10..', 'UTC', '2026-11-10T00:00:00Z/2026-11-21T06:00:00Z', '2026-10-29T00:00:00Z/2026-11-09T06:00:00Z'],
    [
      '2026-10-10..2026-10-12',
      'UTC',
      '2026-10-10T00:00:00Z/2026-10-13T00:00:00Z',
      '2026-10-07T00:00:00Z/2026-10-10T00:00:00Z',
    ],
  ] as const)(
    '%s in %s runs to the next full hour or its own end, beside as long a stretch before',
    (range, zone, asked, previous) => {
      const period = purchasePeriodOf({ range }, zone, now);
      expect(spell(period.range)).toBe(asked);
      expect(spell(period.previous)).toBe(previous);
    },
  );

  test('time selects the whole month it lies in, of which only the elapsed part is compared', () => {
    const period = purchasePeriodOf({ time: instant('2026-11-09T12:00:00Z'), range: 'last-month' }, 'UTC', now);
    expect(spell(period.range)).toBe('2026-11-01T00:00:00Z/2026-12-01T00:00:00Z');
    expect(spell(period.elapsed)).toBe('2026-11-01T00:00:00Z/2026-11-21T06:00:00Z');
    expect(spell(period.previous)).toBe('2026-10-01T00:00:00Z/2026-10-21T06:00:00Z');
  });

  test.each(['', 'x', '2026-02-30..', '2026-11-10..2026-11-09', '2020-01-01..2026-01-01', '2020-01..2026-11'])(
    '%j cannot be shown and means this month',
    (range) => {
      expect(purchasePeriodOf({ range }, 'UTC', now)).toEqual(purchasePeriodOf({ range: 'this-month' }, 'UTC', now));
    },
  );

  test('the stretch before never reaches into the range, however short its month', () => {
    const period = purchasePeriodOf({ range: 'this-month' }, 'UTC', instant('2026-03-31T10:00:00Z'));
    expect(spell(period.previous)).toBe('2026-02-01T00:00:00Z/2026-03-01T00:00:00Z');
  });
});

test('a custom range never spans more days than the charts can show', () => {
  const [from, today] = [parseDay('2025-01-01'), parseDay('2026-11-21')];
  expect(daysToken(from, undefined, today)).toBe('2025-01-01..2026-01-01');
  expect(daysToken(from, parseDay('2026-06-01'), today)).toBe('2025-01-01..2026-01-01');
  expect(daysToken(from, parseDay('2024-06-01'), today)).toBe('2025-01-01..2025-01-01');
  expect(mostDays).toBe(366);
});
