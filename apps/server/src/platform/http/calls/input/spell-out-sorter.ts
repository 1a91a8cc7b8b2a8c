import { says } from '@usance/api/rule';
import * as z from 'zod';
import type * as mini from 'zod/mini';
import { invalidParameter } from '../../../refusal.ts';

const directions = new Map([
  ['asc', 'asc'],
  ['ascend', 'asc'],
  ['desc', 'desc'],
  ['descend', 'desc'],
]);

const misread = 'Must name one column of the list and its direction, asc or desc.';

/** Expands a list's `sorter` to `orderBy` and `ordering`; throws 400 beside those. */
export function spellOutSorter(query: mini.ZodMiniType, input: Record<string, unknown>): Record<string, unknown> {
  if (!('sorter' in input) || !(query instanceof z.core.$ZodObject) || !('sorter' in query._zod.def.shape))
    return input;
  const { sorter, ...rest } = input;
  if ('orderBy' in rest || 'ordering' in rest) throw invalidParameter('sorter', says('givenTwice'));
  const named = namedBy(typeof sorter === 'string' ? fromText(sorter) : sorter);
  if (named === undefined) return rest;
  const [orderBy, way] = named;
  const ordering = directions.get(String(way));
  const isColumn = z.safeParse(query._zod.def.shape['orderBy'] ?? z.never(), orderBy).success;
  if (!isColumn || ordering === undefined) throw invalidParameter('sorter', misread);
  return { ...rest, orderBy, ordering };
}

/** The column and its direction; undefined if both are absent, as tables send after their order was cleared. */
function namedBy(sorter: unknown): readonly [column: unknown, direction: unknown] | undefined {
  if (sorter === null || sorter === '') return undefined;
  if (typeof sorter !== 'object' || Array.isArray(sorter)) throw invalidParameter('sorter', misread);
  const entries = Object.entries(sorter);
  if ('field' in sorter) {
    const { field, order = null, ...others } = sorter as { field: unknown; order?: unknown };
    if (Object.keys(others).length > 0) throw invalidParameter('sorter', misread);
    return order === null ? undefined : [field, order];
  }
  if (entries.length > 1) throw invalidParameter('sorter', misread);
  const [only] = entries;
  return only?.[1] === null ? undefined : only;
}

/** Reads `column,desc` or JSON. */
function fromText(text: string): unknown {
  const pair = /^(\w+),(\w+)$/.exec(text);
  if (pair) return { field: pair[1], order: pair[2] };
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter('sorter', misread);
  }
}
