import { afterEach, expect, it } from 'vitest';
import { setLocale } from '../../i18n/locale.ts';
import { dateFormat, formatCount, numberFormat } from './formatters.ts';

afterEach(() => setLocale('en'));

it('creates a formatter once for each language and options', () => {
  setLocale('en');
  const english = dateFormat({ month: 'long', timeZone: 'UTC' });
  expect(dateFormat({ month: 'long', timeZone: 'UTC' })).toBe(english);
  expect(numberFormat({ maximumFractionDigits: 1 })).toBe(numberFormat({ maximumFractionDigits: 1 }));
  setLocale('zh');
  expect(dateFormat({ month: 'long', timeZone: 'UTC' }).format(0)).toBe('一月');
  setLocale('en');
  expect(dateFormat({ month: 'short', timeZone: 'UTC' }).format(0)).toBe('Jan');
  expect(dateFormat({ month: 'long', timeZone: 'UTC' })).toBe(english);
});

it.each(['en', 'zh'] as const)('groups counts in %s', (locale) => {
  setLocale(locale);
  expect([0, 999, 12_345].map(formatCount)).toEqual(['0', '999', '12,345']);
});
