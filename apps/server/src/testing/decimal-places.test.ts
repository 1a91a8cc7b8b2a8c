import type { Call } from '@usance/api/call';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { definedCalls } from './defined-calls.ts';
import { innerOf } from './request-schemas.ts';

const placesOf = new Map([
  ['unitPrice', 8],
  ['listPrice', 8],
  ['zhekou', 6],
  ['discountRate', 6],
  ['creditPerCoreHour', 6],
  ['creditsPerCoreHour', 6],
]);

/** Every field of a reply that is a price or a multiplier. */
function decimalsIn(
  calls: readonly Call[],
): { readonly name: string; readonly schema: z.core.$ZodType; places: number }[] {
  const seen = new Set<z.core.$ZodType>();
  const waiting: [string, z.core.$ZodType][] = calls.map(({ id, reply }) => [id, reply]);
  const found = [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, schema] = next;
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const [key, inner] of innerOf(schema)) {
      const places = placesOf.get(key);
      if (places === undefined) waiting.push([name, inner]);
      else found.push({ name: `${name} ${key}`, schema: inner, places });
    }
  }
  return found;
}

describe('every reply', () => {
  it('has unit prices with at least 8 places and multipliers with 6, without cutting any', async () => {
    const decimals = decimalsIn(await definedCalls());
    expect(new Set(decimals.map(({ name }) => name.split(' ')[1]))).toEqual(new Set(placesOf.keys()));
    for (const { name, schema, places } of decimals) {
      expect([name, z.parse(schema, '1')]).toEqual([name, `1.${'0'.repeat(places)}`]);
      expect([name, z.parse(schema, '0.5')]).toEqual([name, `0.5${'0'.repeat(places - 1)}`]);
      expect([name, z.parse(schema, '0.123456789012')]).toEqual([name, '0.123456789012']);
    }
  });
});
