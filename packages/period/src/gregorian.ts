/** A date of the proleptic Gregorian calendar; month and day count from 1. */
export type CivilDate = { readonly year: number; readonly month: number; readonly day: number };

/** The last year with four digits. */
export const lastYear = 9999;

/** Whole days since 1970-01-01. */
export function epochDayOf({ year, month, day }: CivilDate): number {
  const { shiftedYear, shiftedMonth } = toMarchYear(year, month);
  const dayOfYear = daysBeforeShiftedMonth(shiftedMonth) + day - 1;
  const leapDays = Math.floor(shiftedYear / 4) - Math.floor(shiftedYear / 100) + Math.floor(shiftedYear / 400);
  return shiftedYear * 365 + leapDays + dayOfYear - daysToEpoch;
}

/** The inverse of epochDayOf. */
export function civilDateOf(epochDay: number): CivilDate {
  const dayOfEra = floorModulo(epochDay + daysToEpoch, daysPerEra);
  const era = Math.floor((epochDay + daysToEpoch) / daysPerEra);
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - daysBeforeShiftedMonth(shiftedMonth) + 1 };
}

/** True if the date exists and lies in the years 0 to 9999. */
export function isRealDate({ year, month, day }: CivilDate): boolean {
  return year >= 0 && year <= lastYear && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

const daysPerEra = 146_097; // 400 years, after which the calendar repeats
const daysToEpoch = 719_468; // from 0000-03-01 to 1970-01-01

// Years that begin in March end with the leap day, so that one formula gives all month lengths.
function toMarchYear(year: number, month: number): { shiftedYear: number; shiftedMonth: number } {
  return month <= 2
    ? { shiftedYear: year - 1, shiftedMonth: month + 9 }
    : { shiftedYear: year, shiftedMonth: month - 3 };
}

function daysBeforeShiftedMonth(shiftedMonth: number): number {
  return Math.floor((153 * shiftedMonth + 2) / 5);
}

function floorModulo(dividend: number, divisor: number): number {
  return dividend - Math.floor(dividend / divisor) * divisor;
}
