import { expect, it } from 'vitest';
import { monthSearch } from './search.ts';

it.each([
  ['2026-10', '2026-10'],
  ['2100-12', '2100-12'],
  ['9999-12', undefined],
  ['0000-01', undefined],
  ['2026-13', undefined],
  [undefined, undefined],
])('a link with the month %s shows %s', (given, shown) => expect(monthSearch.parse(given)).toBe(shown));
