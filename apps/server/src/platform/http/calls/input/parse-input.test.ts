import { loginBody } from '@usance/api/people/account';
import { text } from '@usance/api/wire';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { Refusal } from '../../../refusal.ts';
import { parseInput } from './parse-input.ts';

const schema = z.object({ name: z.string(), inner: z.optional(z.object({ list: z.array(z.string()) })) });

function fieldOf(value: unknown): string | undefined {
  try {
    parseInput(schema, value);
    return undefined;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.metadata['field'];
  }
}

describe('a lone surrogate or a NUL in a request', () => {
  it.each([
    [{ name: '\ud800' }, 'name'],
    [{ name: 'a\udc00b' }, 'name'],
    [{ name: 'sound', inner: { list: ['sound', '\ud83d'] } }, 'inner.list.1'],
    [{ name: 'sound', other: '\ud800' }, 'other'],
    [{ name: 'sound', inner: { list: ['a\0b'] } }, 'inner.list.0'],
  ])('is refused whatever the schema: %j', (value, field) => {
    expect(fieldOf(value)).toBe(field);
  });

  it('is refused in the name of a field too, with its path', () => {
    expect(fieldOf({ name: 'sound', 'a\ud800': 1 })).toBe('');
    expect(fieldOf({ name: 'sound', inner: { 'a\0': 1 } })).toBe('inner');
  });

  it('is not found in a complete surrogate pair', () => {
    expect(fieldOf({ name: '😀 of 中文' })).toBeUndefined();
  });
});

describe('oversized input', () => {
  it('is refused by its path: a long text, a long name, many values, many levels', () => {
    let deep: unknown = 'sound';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(fieldOf({ name: 'sound', deep })).toMatch(/^deep(\.0){19}$/);
    expect(fieldOf({ name: 'x'.repeat(256 * 1024) })).toBe('name');
    expect(fieldOf({ name: 'sound', ['x'.repeat(256 * 1024)]: 1 })).toBe('');
    expect(fieldOf({ name: 'sound', inner: { list: Array(100_000).fill(1) } })).toBe('inner.list');
  });

  it.each([
    ['of any call', loginBody, 'a.'.repeat(128 * 1024)],
    ['of its field', loginBody, `${'a.'.repeat(200)}@b.io`],
    ['of its field', z.object({ identifier: text(100) }), 'x'.repeat(101)],
  ])('reaches no pattern, even as the longest %s', (_what, schema: z.ZodMiniType, identifier) => {
    const test = vi.spyOn(RegExp.prototype, 'test');
    expect(() => parseInput(schema, { identifier, password: 'x' })).toThrow();
    const looking = test.mock.contexts.filter((_, call) => test.mock.calls[call]?.[0] === identifier);
    // Zod uses it once to count characters.
    expect(
      looking.map((pattern) => (pattern as RegExp).source).filter((source) => source !== '[\\uD800-\\uDBFF]'),
    ).toEqual([]);
    test.mockRestore();
  });
});
