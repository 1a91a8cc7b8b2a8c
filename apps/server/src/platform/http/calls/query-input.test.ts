import { describe, expect, it } from 'vitest';
import { queryInput } from './query-input.ts';

describe('the criteria of a call', () => {
  it('come plain or as JSON, and as both where they name different things', () => {
    expect({ ...queryInput({ pageNum: '2', searchParam: '{"states":["RUNNING"]}' }) }).toEqual({
      pageNum: '2',
      states: ['RUNNING'],
    });
  });

  it.each([
    [{ pageNum: ['1', '2'] }],
    [{ pageNum: '1', searchParam: '{"pageNum":2}' }],
    [{ searchParam: '{"pageNum":2}', pageNum: '1' }],
    [{ searchParam: '[]' }],
    [{ searchParam: '{' }],
    [{ searchParam: '{"__proto__":{}}' }],
  ])('%j is refused', (raw) => expect(() => queryInput(raw)).toThrow());

  it.each(['__proto__', 'constructor', 'toString'])(
    'take %s for a name like any other, which no call knows',
    (name) => {
      const raw = Object.fromEntries([[name, 'x']]);
      expect(Object.entries(queryInput(raw))).toEqual([[name, 'x']]);
    },
  );
});
