import { says } from '@usance/api/rule';
import * as z from 'zod';
import type * as mini from 'zod/mini';
import { invalidParameter } from '../../refusal.ts';

const directions = new Map([
  ['asc', 'asc'],
  ['ascend', 'asc'],
  ['desc', 'desc'],
  ['descend', 'desc'],
]);

const misread = 'Must be a JSON object of one column of the list and its direction, asc or desc.';

/** A list's `sorter` in the words that it is short for, `orderBy` and `ordering`; 400 beside them. */
export function spellOutSorter(query: mini.ZodMiniType, input: Record<string, unknown>): Record<string, unknown> {
  if (!('sorter' in input) || !(query instanceof z.core.$ZodObject) || !('sorter' in query._zod.def.shape))
    return input;
  const { sorter, ...rest } = input;
  if ('orderBy' in rest || 'ordering' in rest) throw invalidParameter('sorter', says('givenTwice'));
  const [[orderBy, way] = [], ...others] = Object.entries(typeof sorter === 'string' ? jsonOf(sorter) : (sorter ?? {}));
  const ordering = directions.get(String(way));
  const isColumn = orderBy !== undefined && z.safeParse(query._zod.def.shape['orderBy'] ?? z.never(), orderBy).success;
  if (!isColumn || ordering === undefined || others.length > 0) throw invalidParameter('sorter', misread);
  return { ...rest, orderBy, ordering };
}

function jsonOf(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    // No object at all, which is refused in the words of a sorter.
    return {};
  }
}
