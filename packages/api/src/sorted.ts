import * as z from 'zod/mini';
import { says } from './rule.ts';

/**
 * What puts a list in order: `orderBy` and `ordering`, the first column and downwards where nothing is said, or in their
 * stead `sorter`, one column and its direction as tables send them: `{"gmtCreated":"descend"}`, or the text of that.
 */
export const sortedBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) => ({
  orderBy: z._default(z.enum(columns), columns[0]),
  ordering: z._default(z.enum(['asc', 'desc'], says('ordering')), 'desc'),
  sorter: z.optional(z.union([z.string(), z.record(z.string(), z.string())])),
});
