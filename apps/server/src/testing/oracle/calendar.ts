import type { Currency } from '@usance/money/currency';

/** The calendar of the oracle: instants are milliseconds since 1970, days and months are in a contract's zone. */
export const aMinute = 60_000;
export const anHour = 60 * aMinute;
export const aDay = 24 * anHour;

/** Shanghai has been eight hours ahead of UTC, without summer time, since 1992. */
const ahead = (currency: Currency) => (currency === 'CNY' ? 8 * anHour : 0);

/** YYYY-MM-DD. */
export const calendarDay = (at: number, currency: Currency): string =>
  new Date(at + ahead(currency)).toISOString().slice(0, 10);

/** YYYY-MM. */
export const calendarMonth = (at: number, currency: Currency): string => calendarDay(at, currency).slice(0, 7);

/** The instant of a time of day on a day of a month. */
export const instantOn = (month: string, onDay: number, timeOfDay: number, currency: Currency): number =>
  Date.parse(`${month}-01T00:00:00Z`) + (onDay - 1) * aDay + timeOfDay - ahead(currency);

export function nextMonth(month: string): string {
  const [year = 0, no = 0] = month.split('-').map(Number);
  return no === 12 ? `${year + 1}-01` : `${year}-${String(no + 1).padStart(2, '0')}`;
}

export const hourOf = (at: number): number => at - (at % anHour);

export const rfc = (at: number): string => new Date(at).toISOString();

/** The instants between two others at which statements in either currency are signed, deducted and overdue. */
export function calendarBetween(from: number, to: number): number[] {
  const steps = (['USD', 'CNY'] as const).flatMap((currency) =>
    [calendarMonth(from, currency), calendarMonth(to, currency)].flatMap((month) => [
      instantOn(month, 2, 9 * anHour, currency),
      instantOn(month, 7, 5 * aMinute, currency),
      instantOn(month, 8, 0, currency),
    ]),
  );
  return [...new Set(steps)].filter((at) => from < at && at < to).sort((a, b) => a - b);
}
