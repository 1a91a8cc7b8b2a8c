import type { Call } from '@usance/api/call';
import { usageRecord } from '@usance/api/usage';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { definedCalls } from './defined-calls.ts';

const length = 256 * 1024;
const mostMs = 5;
// What takes so long is no hiccup of the machine, and is not tried again.
const hopelessMs = 1_000;

// What patterns repeat, what they want to see before it, and what disappoints them at the end.
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
  it.each(textsOf(calls))('cost $name less than 5 ms', ({ schema }) => {
    const slow = worstTexts.find((text) => millisecondsFor(schema, text) > mostMs);
    expect(slow?.slice(0, 24)).toBeUndefined();
  });
});

/** The best of five, of this thread alone, so that nothing but the work counts, however busy the machine is. */
function millisecondsFor(schema: z.core.$ZodType, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && best > mostMs && (attempt === 0 || best < hopelessMs); attempt += 1) {
    const before = process.threadCpuUsage();
    z.safeParse(schema, text);
    best = Math.min(best, process.threadCpuUsage(before).user / 1_000);
  }
  return best;
}

/** Every schema of what is asked that looks at a text itself, once, by the first place where it stands. */
function textsOf(defined: readonly Call[]): { name: string; schema: z.core.$ZodType }[] {
  const found = new Map<z.core.$ZodType, string>();
  const waiting: [string, z.core.$ZodType | undefined][] = [['usage line', usageRecord]];
  for (const { id, params, query, body } of defined) waiting.push([id, params], [id, query], [id, body]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, schema] = next;
    if (schema === undefined || found.has(schema)) continue;
    const inner = innerOf(schema);
    if (inner.length === 0 || schema instanceof z.core.$ZodPipe) found.set(schema, name);
    waiting.push(...inner.map(([key, each]): [string, z.core.$ZodType] => [`${name} ${key}`.trim(), each]));
  }
  return [...found].map(([schema, name]) => ({ name, schema }));
}

function innerOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.core.$ZodObject) return Object.entries(schema._zod.def.shape);
  if (schema instanceof z.core.$ZodArray) return [['', schema._zod.def.element]];
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map((each) => ['', each]);
  if (schema instanceof z.core.$ZodPipe)
    return [
      ['', schema._zod.def.in],
      ['', schema._zod.def.out],
    ];
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodNullable
  )
    return [['', schema._zod.def.innerType]];
  return [];
}
