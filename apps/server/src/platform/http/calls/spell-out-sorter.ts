import { says } from '@usance/api/rule';
import * as z from 'zod';
import type * as mini from 'zod/mini';
import { invalidParameter } from '../../refusal.ts';
import { parseInput } from './parse-input.ts';

/** A list's `sorter` in the words that it is short for, `orderBy` and `ordering`; 400 beside them. */
export function spellOutSorter(query: mini.ZodMiniType, input: Record<string, unknown>): Record<string, unknown> {
  const schema = query instanceof z.core.$ZodObject ? query._zod.def.shape['sorter'] : undefined;
  if (schema === undefined || !('sorter' in input)) return input;
  const { sorter, ...rest } = input;
  if ('orderBy' in rest || 'ordering' in rest) throw invalidParameter('sorter', says('givenTwice'));
  return { ...rest, ...(parseInput(z.object({ sorter: schema }), { sorter }).sorter as object) };
}
