import { says } from '@usance/api/rule';
import { parse } from 'secure-json-parse';
import { invalidParameter } from '../../../refusal.ts';

/**
 * Reads the criteria of a call: plain parameters, one `searchParam` with a JSON object, or both with different names.
 * Refuses a parameter given twice.
 */
export function queryInput(raw: unknown): Record<string, unknown> {
  // Without a prototype, `__proto__` is an ordinary name, which no call has.
  const input: Record<string, unknown> = Object.create(null);
  for (const [name, value] of Object.entries(raw ?? {})) {
    if (typeof value !== 'string') throw invalidParameter(name, says('givenTwice'));
    const given = name === 'searchParam' ? searchParam(value) : { [name]: value };
    merge(input, given);
  }
  return input;
}

function searchParam(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parse(text, null, { protoAction: 'error', constructorAction: 'error' });
  } catch {
    throw invalidParameter('searchParam', says('jsonObject'));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidParameter('searchParam', says('jsonObject'));
  }
  if (namesIn(text) > fieldsOf(value)) throw invalidParameter('searchParam', says('givenTwice'));
  return value as Record<string, unknown>;
}

/** Counts the field names in a JSON text, duplicates included: strings before a colon. */
const namesIn = (text: string): number =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;

/** Counts the fields of all objects in a value. */
function fieldsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value).reduce((count: number, each) => count + fieldsOf(each), 0);
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

function merge(into: Record<string, unknown>, from: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(from)) {
    if (Object.hasOwn(into, name)) throw invalidParameter(name, says('givenTwice'));
    into[name] = value;
  }
}
