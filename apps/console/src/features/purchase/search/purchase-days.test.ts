import { parseDay, startOfDay } from '@usance/period/day';
import { instant } from '@usance/period/instant';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../../i18n/locale.ts';
import { spellRange, spellRangeUntil } from './purchase-days.ts';

afterEach(() => setLocale('en'));

const daysFrom = (first: string, end: string) => ({
  start: startOfDay(parseDay(first), 'UTC'),
  end: startOfDay(parseDay(end), 'UTC'),
});

it.each([
  ['2026-10-01', '2026-10-22', 'Oct 1 – 21, 2026', '2026年10月1日至10月21日'],
  ['2025-12-01', '2026-02-01', 'Dec 1, 2025 – Jan 31, 2026', '2025年12月1日至2026年1月31日'],
  ['2026-10-01', '2026-10-02', 'Oct 1, 2026', '2026年10月1日'],
] as const)('formats the days from %s to before %s for the reader', (first, end, english, chinese) => {
  const range = daysFrom(first, end);
  expect(spellRange(range, 'UTC').replaceAll(/[\u2009\u202f]/g, ' ')).toBe(english);
  setLocale('zh');
  expect(spellRange(range, 'UTC')).toBe(chinese);
});

it.each([
  ['UTC', 'Oct 1 – 21, 2026, until 14:00', '2026年10月1日至10月21日 14:00 为止'],
  ['Asia/Shanghai', 'Oct 1 – 21, 2026, until 22:00', '2026年10月1日至10月21日 22:00 为止'],
] as const)('names the hour of a range that ends within a day of %s', (zone, english, chinese) => {
  const start = startOfDay(parseDay('2026-10-01'), zone);
  const range = { start, end: instant('2026-10-21T14:00:00Z') };
  expect(spellRangeUntil(range, zone).replaceAll(/[\u2009\u202f]/g, ' ')).toBe(english);
  setLocale('zh');
  expect(spellRangeUntil(range, zone)).toBe(chinese);
});

it('names no hour of a range of whole days', () => {
  const range = daysFrom('2026-10-01', '2026-10-22');
  expect(spellRangeUntil(range, 'UTC')).toBe(spellRange(range, 'UTC'));
});
