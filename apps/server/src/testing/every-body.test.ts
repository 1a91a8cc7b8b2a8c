import type { Call } from '@usance/api/call';
import { ruleSaying, rules } from '@usance/api/rule';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseInput } from '#platform/http/calls/input/parse-input.ts';
import { Refusal } from '#platform/refusal.ts';
import { definedCalls } from './defined-calls.ts';
import { innerOf } from './request-schemas.ts';

let calls: Call[];
beforeAll(async () => {
  calls = await definedCalls();
});

describe('the bodies of all calls', () => {
  it('report a missing value under its name as missing, and not as a wrong type', () => {
    const told = objectsIn(calls).flatMap(({ name, schema }) =>
      missingIn(schema).map((field) => [name, field, wordsFor(schema, field)] as const),
    );
    expect(told.length).toBeGreaterThan(80);
    // A browser makes the fields of a passkey, so no person fills them in.
    const filledIn = told.filter(([name]) => !name.startsWith('passkey'));
    const otherwise = filledIn.filter(([, field, said]) => said.field !== field || !isOfMissing(said.message));
    expect(otherwise).toEqual([]);
  });

  it('trim texts that people write, and treat blanks as a missing value', () => {
    const written = objectsIn(calls).flatMap(({ name, schema }) =>
      Object.entries(schema._zod.def.shape)
        .filter(([field, each]) => !matched.has(field) && z.safeParse(each, 'a b').success)
        .map(([field, each]) => ({ name, field, each })),
    );
    expect(written.length).toBeGreaterThan(50);
    const otherwise = written.filter(({ field, each }) => {
      const blank = z.safeParse(each, '  ');
      const isNone = blank.success
        ? (blank.data || undefined) === undefined
        : refusalOf(z.object({ [field]: each }), { [field]: '  ' }).message === rules.required;
      return !isNone || z.safeParse(each, ' a b\n').data !== 'a b';
    });
    expect(otherwise.map(({ name, field }) => `${name} ${field}`)).toEqual([]);
  });

  it('report an invalid entry of a list with its index', () => {
    const lists = objectsIn(calls).flatMap(({ name, schema }) =>
      Object.entries(schema._zod.def.shape).flatMap(([field, each]) =>
        each instanceof z.core.$ZodArray ? [{ name, field, schema: z.object({ [field]: each }) }] : [],
      ),
    );
    expect(lists.length).toBeGreaterThan(5);
    for (const { name, field, schema } of lists)
      expect([name, refusalOf(schema, { [field]: [null] }).field]).toEqual([
        name,
        expect.stringMatching(new RegExp(`^${field}\\.0(\\.|$)`)),
      ]);
  });
});

/** Secrets, and fields from systems that are compared byte for byte. */
const matched = new Set([
  'RelayState',
  'SAMLResponse',
  'billingItem',
  'entityId',
  'file',
  'password',
  'region',
  'tier',
  'token',
  'unit',
  'value',
  'identifier',
  'x-amzn-marketplace-token',
]);

interface Body {
  readonly name: string;
  readonly schema: z.core.$ZodObject;
}

/** The objects in all bodies, each once. */
function objectsIn(all: readonly Call[]): Body[] {
  const found = new Map<z.core.$ZodType, string>();
  const waiting = all.flatMap(({ id, body }): [string, z.core.$ZodType][] => (body ? [[id, body]] : []));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, schema] = next;
    if (found.has(schema)) continue;
    found.set(schema, name);
    waiting.push(...innerOf(schema).map(([key, each]): [string, z.core.$ZodType] => [`${name} ${key}`, each]));
  }
  return [...found].flatMap(([schema, name]) => (schema instanceof z.core.$ZodObject ? [{ name, schema }] : []));
}

/** The required fields of an object. */
function missingIn(schema: z.core.$ZodObject): string[] {
  const { shape } = schema._zod.def;
  return Object.keys(shape).filter((field) => shape[field] && !z.safeParse(shape[field], undefined).success);
}

/** The refusal of a body with a single field that is missing. */
function wordsFor(schema: z.core.$ZodObject, field: string) {
  const asked = schema._zod.def.shape[field];
  return refusalOf(z.object(asked ? { [field]: asked } : {}), {});
}

function refusalOf(schema: z.core.$ZodType, value: unknown): { field: string | undefined; message: string } {
  try {
    parseInput(schema as Parameters<typeof parseInput>[0], value);
  } catch (error) {
    if (error instanceof Refusal) return { field: error.metadata['field'], message: error.message };
    throw error;
  }
  return { field: undefined, message: 'It went through.' };
}

/** True for the rule `required`, or a field's own rule for a missing value. */
const isOfMissing = (message: string) => /required$/i.test(ruleSaying(message)?.id ?? '');
