import { civilDateOf, daysInMonth, epochDayOf } from './gregorian.ts';
import { dayMs, type Instant, instantOfEpochMs } from './instant.ts';

/**
 * Returns the instant so many calendar months later in UTC, or earlier if negative; the last day of the month if that
 * month is shorter.
 */
export function addCalendarMonths(at: Instant, months: number): Instant {
  const epochDay = Math.floor(at / dayMs);
  const { year, month, day } = civilDateOf(epochDay);
  const count = year * 12 + (month - 1) + months;
  const there = { year: Math.floor(count / 12), month: (((count % 12) + 12) % 12) + 1 };
  const last = daysInMonth(there.year, there.month);
  return instantOfEpochMs(epochDayOf({ ...there, day: Math.min(day, last) }) * dayMs + (at - epochDay * dayMs));
}
