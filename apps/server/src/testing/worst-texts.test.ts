import type { Call } from '@usance/api/call';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { assertSoundInput } from '#platform/http/calls/input/sound-input.ts';
import { definedCalls } from './defined-calls.ts';
import { requestSchemas } from './request-schemas.ts';

const length = 256 * 1024;
const mostMs = 5;
// Work that takes this long is not a hiccup of the machine, so it is not measured again.
const hopelessMs = 1_000;

// Texts for patterns: repeated parts, prefixes, and ends that make a match fail.
const repeated = ['a', '1', '0', '.', '@', ' ', 'a.', 'a@', '0.', ',', '😀'];
const begun = ['', 'a@', '-0.', 'ct-', '2026-10-01T00:00:00.'];
const ended = ['', '@'];

const calls = await definedCalls();

const worstTexts = begun.flatMap((start) =>
  repeated.flatMap((unit) =>
    ended.map((end) => start + unit.repeat((length - start.length - end.length) / unit.length) + end),
  ),
);

describe('256 KB of the worst text', () => {
  it.each(requestSchemas(calls))('takes $name less than 5 ms', ({ schema }) => {
    const slow = worstTexts.find((text) => millisecondsFor(schema, text) > mostMs);
    expect(slow?.slice(0, 24)).toBeUndefined();
  });
});

it.each(calls.flatMap(longestTextsOf))(
  'a text of $length characters, which $name allows, fits into a request',
  ({ length, largestBody }) => {
    expect(() => assertSoundInput('x'.repeat(length), largestBody)).not.toThrow();
  },
);

/** Each text of a call with a maximal length. */
function longestTextsOf(call: Call): { name: string; length: number; largestBody: number | undefined }[] {
  return requestSchemas([call]).flatMap(({ name, schema }) => {
    const checks = schema instanceof z.core.$ZodString ? (schema._zod.def.checks ?? []) : [];
    const longest = checks.filter((check) => check instanceof z.core.$ZodCheckMaxLength);
    return longest.map((check) => ({ name, length: check._zod.def.maximum, largestBody: call.largestBody }));
  });
}

/** The best of many measurements, in CPU time of this thread, so that a busy machine does not matter. */
function millisecondsFor(schema: z.core.$ZodType, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 25 && best > mostMs && (attempt === 0 || best < hopelessMs); attempt += 1) {
    const before = process.threadCpuUsage();
    z.safeParse(schema, text);
    best = Math.min(best, process.threadCpuUsage(before).user / 1_000);
  }
  return best;
}
