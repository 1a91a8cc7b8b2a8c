import type { Call } from '@usance/api/call';
import * as z from 'zod';

/** The criteria of a call; those of a list that is told as a whole without a page, which clients of lists send to each. */
export function withoutPages(call: Call, criteria: Record<string, unknown>): Record<string, unknown> {
  if (!('items' in shapeOf(call.reply)) || 'pageNum' in shapeOf(call.query)) return criteria;
  const { pageNum: _num, pageSize: _size, ...rest } = criteria;
  return rest;
}

const shapeOf = (schema: Call['query']): Readonly<Record<string, unknown>> =>
  schema instanceof z.core.$ZodObject ? schema._zod.def.shape : {};
