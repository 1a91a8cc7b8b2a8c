import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

describe('the search of an address', () => {
  it.each(['12345678901234567890', '1e5', '1.50', '007', 'aB+/=', '-0'])('keeps the text %s', (token) => {
    const search = `?token=${encodeURIComponent(token)}`;
    expect(parseSearch(search)).toEqual({ token });
    expect(parseSearch(stringifySearch({ token }))).toEqual({ token });
  });

  it('returns numbers, and texts that look like numbers, unchanged', () => {
    for (const search of [{ page: 2 }, { page: '2' }, { id: ['a', 'b'] }])
      expect(parseSearch(stringifySearch(search))).toEqual(search);
  });
});
