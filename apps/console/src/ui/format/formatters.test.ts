import { afterEach, expect, it } from 'vitest';
import { overwriteGetLocale } from '../../paraglide/runtime.js';
import { dateFormat, numberFormat } from './formatters.ts';

afterEach(() => overwriteGetLocale(() => 'en'));

it('makes a way to write once for each language and wish', () => {
  overwriteGetLocale(() => 'en');
  const english = dateFormat({ month: 'long', timeZone: 'UTC' });
  expect(dateFormat({ month: 'long', timeZone: 'UTC' })).toBe(english);
  expect(numberFormat({ maximumFractionDigits: 1 })).toBe(numberFormat({ maximumFractionDigits: 1 }));
  overwriteGetLocale(() => 'zh');
  expect(dateFormat({ month: 'long', timeZone: 'UTC' }).format(0)).toBe('一月');
  overwriteGetLocale(() => 'en');
  expect(dateFormat({ month: 'short', timeZone: 'UTC' }).format(0)).toBe('Jan');
  expect(dateFormat({ month: 'long', timeZone: 'UTC' })).toBe(english);
});
