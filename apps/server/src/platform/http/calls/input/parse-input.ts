import { says } from '@usance/api/rule';
import * as z from 'zod';
import type * as mini from 'zod/mini';
import { invalidParameter } from '../../../refusal.ts';
import { wordsOfIssue } from './input-words.ts';
import { assertSoundInput } from './sound-input.ts';

z.config({ localeError: wordsOfIssue });

/**
 * Parses one part of a request; the first fault throws a 400 that names its field. `longestText` raises the usual limit
 * of a text.
 */
export function parseInput<S extends mini.ZodMiniType>(
  schema: S,
  value: unknown,
  longestText?: number,
): mini.output<S> {
  assertSoundInput(value, longestText);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw issue ? refusalOf(issue) : invalidParameter('', 'The request is not valid.');
}

function refusalOf(issue: z.core.$ZodIssue) {
  if (issue.code === 'unrecognized_keys') {
    const key = [...issue.path, issue.keys[0] ?? ''].join('.');
    return invalidParameter(key, says('unknownField', { name: key }));
  }
  const inner = issue.code === 'invalid_union' ? saidByBranches(issue.errors) : undefined;
  const path = [...issue.path, ...(inner?.path ?? [])].join('.');
  return invalidParameter(path, inner?.message ?? issue.message);
}

/** A union of the plain and the JSON form has no message of its own; the branch that matches the given form has. */
function saidByBranches(branches: readonly (readonly z.core.$ZodIssue[])[]): z.core.$ZodIssue | undefined {
  const issues = branches.flat();
  return issues.findLast(({ code, path }) => code !== 'invalid_type' || path.length > 0) ?? issues.at(-1);
}
