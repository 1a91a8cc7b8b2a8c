import { says } from '@usance/api/rule';
import type * as z from 'zod';

/** In which words a value is refused whose schema says none of its own; for `z.config`. */
export function wordsOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return says('required');
  if (issue.code === 'invalid_value') return says('oneOf', { values: issue.values.map(String).join(', ') });
  if (issue.code === 'invalid_type') return wordsOfType[issue.expected] ?? says('object');
  return 'Is not valid.';
}

const wordsOfType: Readonly<Partial<Record<z.core.$ZodInvalidTypeExpected, string>>> = {
  string: says('text'),
  array: says('list'),
  number: says('number'),
  int: says('number'),
  boolean: says('flag'),
};
