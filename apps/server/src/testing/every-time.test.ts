import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { definedCalls } from './defined-calls.ts';
import { requestSchemas } from './request-schemas.ts';

/** A valid form of a time, and values outside the years that billing accepts. */
const writings: readonly { known: string | number; unknown: readonly (string | number)[] }[] = [
  {
    known: '2026-10-01T00:00:00Z',
    unknown: ['9999-12-31T23:59:59Z', '2100-12-31T23:59:59-12:00', '1999-12-31T23:59:59Z', '0001-01-01T00:00:00Z'],
  },
  { known: '2026-10', unknown: ['9999-12', '2101-01', '1999-12', '0000-01'] },
  { known: '2026-10-01', unknown: ['9999-12-31', '1999-12-31'] },
  { known: Date.UTC(2026, 9), unknown: [Date.UTC(9999, 11), Date.UTC(2101, 1), Date.UTC(1999, 11), 0, -1] },
];

/** Notations of the same instant. Every field for an instant accepts all of them. */
const instants = ['2026-10-01T00:00:00Z', '2026-10-01T08:00:00+08:00', Date.UTC(2026, 9), String(Date.UTC(2026, 9))];

const schemas = requestSchemas(await definedCalls());
const takes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
/** A name, such as the key of a tag, may look like a time. */
const takesText = (schema: z.core.$ZodType) => takes(schema, 'any other text') || takes(schema, 'any-other-name');
const times = writings.flatMap(({ known, unknown }) =>
  schemas
    .filter(({ schema }) => takes(schema, known) && !takesText(schema))
    .flatMap(({ name, schema }) => unknown.map((value) => ({ name, schema, value }))),
);

describe('a time in a request', () => {
  it('is an instant, a month or a number of milliseconds', () => {
    expect(new Set(times.map(({ schema }) => schema)).size).toBeGreaterThanOrEqual(3);
  });

  it('is accepted both as RFC 3339 and as milliseconds since 1970', () => {
    const asked = schemas.filter(({ schema }) => takes(schema, '2026-10-01T00:00:00Z') && !takesText(schema));
    expect(asked.length).toBeGreaterThanOrEqual(2);
    for (const { name, schema } of asked)
      expect([name, ...instants.filter((each) => !takes(schema, each))]).toEqual([name]);
  });

  it.each(times)('$name is not $value', ({ schema, value }) => {
    expect(takes(schema, value)).toBe(false);
  });
});
