import type { Call } from '@usance/api/call';
import { usageRecord } from '@usance/api/metering/usage';
import * as z from 'zod';

export interface RequestSchema {
  /** The first place in which it occurs. */
  readonly name: string;
  readonly schema: z.core.$ZodType;
}

/**
 * Returns every schema of the requests that checks a single value, and the usage line's, which no call's body contains.
 */
export function requestSchemas(calls: readonly Call[]): RequestSchema[] {
  const found = new Map<z.core.$ZodType, string>();
  const waiting: [string, z.core.$ZodType | undefined][] = [['usage line', usageRecord]];
  for (const { id, params, query, body } of calls) waiting.push([id, params], [id, query], [id, body]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [name, schema] = next;
    if (schema === undefined || found.has(schema)) continue;
    const inner = innerOf(schema);
    if (inner.length === 0) found.set(schema, name);
    waiting.push(...inner.map(([key, each]): [string, z.core.$ZodType] => [`${name} ${key}`.trim(), each]));
  }
  return [...found].map(([schema, name]) => ({ name, schema }));
}

/** Returns the direct parts of a schema, with field names for an object. */
export function innerOf(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  if (schema instanceof z.core.$ZodObject) return Object.entries(schema._zod.def.shape);
  if (schema instanceof z.core.$ZodArray) return [['', schema._zod.def.element]];
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.map((each) => ['', each]);
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodNullable
  )
    return [['', schema._zod.def.innerType]];
  return [];
}
