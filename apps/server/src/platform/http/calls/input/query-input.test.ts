import { describe, expect, it } from 'vitest';
import { queryInput } from './query-input.ts';

describe('the criteria of a call', () => {
  it('come plain, as JSON, or as both if they name different fields', () => {
    expect({ ...queryInput({ pageNum: '2', searchParam: '{"states":["RUNNING"]}' }) }).toEqual({
      pageNum: '2',
      states: ['RUNNING'],
    });
  });

  it('may hold texts with colons and quotes', () => {
    const given = { name: 'a": "b', states: ['x:y', ':z', '\\"', ': '] };
    expect({ ...queryInput({ searchParam: JSON.stringify(given) }) }).toEqual(given);
  });

  it.each([
    [{ pageNum: ['1', '2'] }],
    [{ pageNum: '1', searchParam: '{"pageNum":2}' }],
    [{ searchParam: '{"pageNum":2}', pageNum: '1' }],
    [{ searchParam: '{"pageNum":2,"pageNum":2}' }],
    [{ searchParam: '{"pageNum":2,"\\u0070ageNum":3}' }],
    [{ searchParam: '{"sorter":{"amount":"asc" , "amount" : "desc"}}' }],
    [{ searchParam: '[]' }],
    [{ searchParam: '{' }],
    [{ searchParam: '{"__proto__":{}}' }],
  ])('%j is refused', (raw) => expect(() => queryInput(raw)).toThrow());

  it.each(['__proto__', 'constructor', 'toString'])('treat %s as an ordinary unknown name', (name) => {
    const raw = Object.fromEntries([[name, 'x']]);
    expect(Object.entries(queryInput(raw))).toEqual([[name, 'x']]);
  });
});
