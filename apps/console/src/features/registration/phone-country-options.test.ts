import { expect, it } from 'vitest';
import { phoneCountryOptions } from './phone-country-options.ts';

it('has China first, which is the default, with or without names', () => {
  const named = phoneCountryOptions({ isNamed: true });
  expect(named.slice(0, 2)).toEqual([
    { value: '86', label: '+86 China' },
    { value: '1', label: '+1 United States' },
  ]);
  const short = phoneCountryOptions({ isNamed: false });
  expect(short.map(({ value }) => value)).toEqual(named.map(({ value }) => value));
  expect(short[0]?.label).toBe('+86');
});
