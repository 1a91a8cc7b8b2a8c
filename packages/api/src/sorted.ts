import * as z from 'zod/mini';
import { says } from './rule.ts';

/**
 * What puts a list in order: `orderBy` and `ordering`, the first column and downwards where nothing is said. Tables may send
 * `sorter` in their stead, as JSON or as text: `{"gmtCreated":"descend"}`, `{"field":"gmtCreated","order":"descend"}` or
 * `gmtCreated,desc`. An empty one asks for nothing.
 */
export const sortedBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) =>
  inOrder(columns, 'desc');

/** The same for a list that goes upwards where nothing is said: by name, or the oldest first. */
export const sortedUpBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) =>
  inOrder(columns, 'asc');

const inOrder = <const Column extends string>(columns: readonly [Column, ...Column[]], usual: 'asc' | 'desc') => ({
  orderBy: z._default(z.enum(columns), columns[0]),
  ordering: z._default(z.enum(['asc', 'desc'], says('ordering')), usual),
  sorter: z.optional(z.union([z.string(), z.null(), z.record(z.string(), z.nullable(z.string()))])),
});
