import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Refusal } from '../../../refusal.ts';
import { parseInput } from './parse-input.ts';

const few = z.array(z.string()).check(z.minLength(1), z.maxLength(2));
const asked = z.strictObject({
  name: z.string(),
  count: z.int(),
  flag: z.boolean(),
  kind: z.enum(['one', 'other']),
  few,
  inner: z.object({}),
});
const choice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('E') }),
  z.strictObject({ kind: z.literal('P') }),
]);
const sound = { name: 'a', count: 1, flag: true, kind: 'one', few: ['a'], inner: {} };

function wordsFor(change: object, schema: z.ZodMiniType = asked): string {
  try {
    parseInput(schema, schema === asked ? { ...sound, ...change } : change);
  } catch (error) {
    if (error instanceof Refusal) return error.message;
  }
  throw new Error('It was not refused');
}

it.each<[object, string]>([
  [{ name: undefined }, 'Must not be empty'],
  [{ name: null }, 'Must not be empty'],
  [{ name: 1 }, 'Must be a text.'],
  [{ count: 'x' }, 'Must be a number.'],
  [{ count: 1.5 }, 'Must be a whole number.'],
  [{ flag: 'x' }, 'Must be true or false'],
  [{ kind: 'neither' }, 'Must be one of one, other.'],
  [{ few: 'x' }, 'Must be a list.'],
  [{ few: [] }, 'Must have at least 1 entry.'],
  [{ few: ['a', 'b', 'c'] }, 'Must have at most 2 entries.'],
  [{ inner: 1 }, 'Must be an object.'],
  [{ more: 1 }, 'more is not a known parameter.'],
])('%j is refused in words for people', (change, words) => expect(wordsFor(change)).toBe(words));

it.each<[object, string]>([
  [{}, 'Must not be empty'],
  [{ kind: 'X' }, 'Must be one of E, P.'],
])('%j is refused at the field that selects the variant', (value, words) =>
  expect(wordsFor(value, choice)).toBe(words),
);
