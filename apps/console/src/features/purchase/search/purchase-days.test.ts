import { parseDay, startOfDay } from '@usance/period/day';
import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../../i18n/locale.ts';
import { spellRange } from './purchase-days.ts';

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
