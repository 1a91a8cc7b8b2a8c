import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../i18n/locale.ts';
import { formatClock, formatCountdown, formatDay, formatInstant, formatMonth } from './dates.ts';

afterEach(() => setLocale('en'));

const at = '2026-11-02T01:05:00Z';

it('shows the zone of every instant as an offset from UTC', () => {
  expect(formatInstant(at, 'Asia/Shanghai')).toBe('Nov 2, 2026, 09:05 UTC+8');
  expect(formatInstant(at, 'UTC')).toBe('Nov 2, 2026, 01:05 UTC');
  expect(formatInstant(at)).toMatch(/ UTC/);
  expect([formatClock(at), formatClock(at, 'Asia/Shanghai')]).toEqual(['01:05 UTC', '09:05 UTC+8']);
});

it('puts the zone after the time in Chinese', () => {
  setLocale('zh');
  expect([formatClock(at), formatClock(at, 'Asia/Shanghai')]).toEqual(['01:05（UTC）', '09:05（UTC+8）']);
  expect(formatInstant(at, 'Asia/Shanghai')).toBe('2026年11月2日 09:05（UTC+8）');
});

it('formats a day and a month independently of the reader’s zone', () => {
  expect([formatDay('2026-10-31'), formatMonth('2026-10'), formatMonth('2026-10', 'short')]).toEqual([
    'Oct 31, 2026',
    'October 2026',
    'Oct 2026',
  ]);
});

it.each([
  [2 * 86_400, '2 days'],
  [86_400, '1 day'],
  [86_399, '23 hours'],
  [3_599, '59 minutes'],
  [59, '59 seconds'],
  [0, '0 seconds'],
  [-5, '0 seconds'],
])('counts down %d seconds as %s: in days, else hours, else minutes, else seconds', (seconds, left) => {
  const now = Date.parse(at);
  expect(formatCountdown(new Date(now + seconds * 1000).toISOString(), now)).toBe(left);
});

it('counts down in the reader’s language', () => {
  setLocale('zh');
  expect(formatCountdown('2026-11-05T01:05:00Z', Date.parse(at))).toBe('3 天');
  expect(formatCountdown('2026-11-16T01:05:00Z', Date.parse(at))).toBe('14 天');
});
