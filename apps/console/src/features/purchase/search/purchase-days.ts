import { dayOf, startOfDay } from '@usance/period/day';
import { instant, instantOfEpochMs, toRfc3339 } from '@usance/period/instant';
import type { Range } from '@usance/period/range';
import type { BillingZone } from '@usance/period/zone';
import { getLocale } from '../../../i18n/locale.ts';
import { formatDay, shortDay } from '../../../ui/format/dates.ts';
import { dateFormat } from '../../../ui/format/formatters.ts';

/** Formats the month of a day for axes: "Oct 2026". */
export function shortMonth(day: string): string {
  return dateFormat({ year: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** Formats the days of a range, both ends included: "Oct 1 – 21, 2026". */
export function spellRange({ start, end }: Range, zone: BillingZone): string {
  const [first, last] = [dayOf(start, zone), dayOf(instantOfEpochMs(Math.max(start, end - 1)), zone)];
  if (getLocale() === 'zh') return spellChineseRange(first, last);
  const days = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' });
  return days.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${last}T00:00:00Z`));
}

/** Intl formats a Chinese range with slashes, while the console writes days as 2026年10月1日. */
function spellChineseRange(first: string, last: string): string {
  if (first === last) return formatDay(first);
  const isOneYear = first.slice(0, 4) === last.slice(0, 4);
  return `${formatDay(first)}至${isOneYear ? shortDay(last) : formatDay(last)}`;
}

/** Formats an RFC 3339 instant as "2026-10-31 14:00" in the zone, with a fixed width. */
export function plainHour(at: string, zone: BillingZone): string {
  const moment = instant(at);
  const inDay = moment - startOfDay(dayOf(moment, zone), zone);
  const clock = toRfc3339(instantOfEpochMs(inDay)).slice(11, 16);
  return `${dayOf(moment, zone)} ${clock}`;
}
