import * as z from 'zod/mini';
import { says } from './rule.ts';

/**
 * The sort parameters of a list: `orderBy` and `ordering`, by default the first column, descending. Tables may send
 * `sorter` instead, as JSON or text: `{"gmtCreated":"descend"}`, `{"field":"gmtCreated","order":"descend"}` or
 * `gmtCreated,desc`. An empty one is ignored.
 */
export const sortedBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) =>
  inOrder(columns, 'desc');

/** The same, ascending by default, for a list by name or with the oldest first. */
export const sortedUpBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) =>
  inOrder(columns, 'asc');

const inOrder = <const Column extends string>(columns: readonly [Column, ...Column[]], usual: 'asc' | 'desc') => ({
  orderBy: z._default(z.enum(columns), columns[0]),
  ordering: z._default(z.enum(['asc', 'desc'], says('ordering')), usual),
  sorter: z.optional(z.union([z.string(), z.null(), z.record(z.string(), z.nullable(z.string()))])),
});
