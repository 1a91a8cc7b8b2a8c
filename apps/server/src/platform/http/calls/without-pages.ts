import type { Call } from '@usance/api/call';
import * as z from 'zod';

/** Drops the page parameters of a list that has no pages, since clients of lists send them to every list. */
export function withoutPages(call: Call, criteria: Record<string, unknown>): Record<string, unknown> {
  if (!('items' in shapeOf(call.reply)) || 'pageNum' in shapeOf(call.query)) return criteria;
  const { pageNum: _num, pageSize: _size, ...rest } = criteria;
  return rest;
}

const shapeOf = (schema: Call['query']): Readonly<Record<string, unknown>> =>
  schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
