import * as z from 'zod/mini';
import { says } from './rule.ts';

/**
 * What puts a list in order: `orderBy` and `ordering`, the first column and downwards where nothing is said. Tables may send
 * `sorter` in their stead, as JSON or as text: `{"gmtCreated":"descend"}`, `{"field":"gmtCreated","order":"descend"}` or
 * `gmtCreated,desc`. An empty one asks for nothing.
 */
export const sortedBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) => ({
  orderBy: z._default(z.enum(columns), columns[0]),
  ordering: z._default(z.enum(['asc', 'desc'], says('ordering')), 'desc'),
  sorter: z.optional(z.union([z.string(), z.null(), z.record(z.string(), z.nullable(z.string()))])),
});
