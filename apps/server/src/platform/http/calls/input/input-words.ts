import { says } from '@usance/api/rule';
import type * as z from 'zod';

/** Returns the message for a value whose schema has none of its own; for `z.config`. */
export function wordsOfIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return says('required');
  if (issue.code === 'invalid_value') return `Must be one of ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'invalid_union' && Array.isArray(issue['options'])) return wordsOfChoice(issue, issue['options']);
  if (issue.code === 'invalid_type') return wordsOfType[issue.expected] ?? 'Must be an object.';
  if (issue.code === 'too_small') return `Must have at least ${entries(issue.minimum)}.`;
  if (issue.code === 'too_big') return `Must have at most ${entries(issue.maximum)}.`;
  return 'Is not valid.';
}

/** One field selects the variant of an object; it is missing or unknown. */
function wordsOfChoice({ input, path = [] }: z.core.$ZodRawIssue, options: readonly unknown[]): string {
  const chosen: unknown = Object(input)[path.at(-1) ?? ''];
  return chosen === undefined ? says('required') : `Must be one of ${options.map(String).join(', ')}.`;
}

const entries = (count: number | bigint) => (count === 1 ? '1 entry' : `${count} entries`);

const wordsOfType: Readonly<Partial<Record<z.core.$ZodInvalidTypeExpected, string>>> = {
  string: 'Must be a text.',
  array: 'Must be a list.',
  number: 'Must be a number.',
  int: 'Must be a whole number.',
  boolean: says('flag'),
};
