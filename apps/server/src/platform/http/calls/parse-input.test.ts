import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Refusal } from '../../refusal.ts';
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

describe('half a character, or a NUL, in a request', () => {
  it.each([
    [{ name: '\ud800' }, 'name'],
    [{ name: 'a\udc00b' }, 'name'],
    [{ name: 'sound', inner: { list: ['sound', '\ud83d'] } }, 'inner.list.1'],
    [{ name: 'sound', other: '\ud800' }, 'other'],
    [{ name: 'sound', inner: { list: ['a\0b'] } }, 'inner.list.0'],
  ])('is refused, whatever its schema would say of %j', (value, field) => {
    expect(fieldOf(value)).toBe(field);
  });

  it('is refused in the name of a field too, which is told without it', () => {
    expect(fieldOf({ name: 'sound', 'a\ud800': 1 })).toBe('a\ufffd');
  });

  it('is none in a whole one, however deep it lies', () => {
    expect(fieldOf({ name: '😀 of 中文' })).toBeUndefined();
    let deep: unknown = '\ud800';
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(fieldOf({ name: 'sound', deep })).toMatch(/^deep\.0/);
  });
});
