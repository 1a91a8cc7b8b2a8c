import * as z from 'zod/mini';
import type { Sort } from '../table/column/column.ts';
import { pageSizes } from '../table/pager/page-size.ts';

/** Parts of search schemas. An invalid parameter counts as missing, so that an old or mistyped link still opens. */

/** The page of a table, from 1. */
export const pageSearch = z._default(z.catch(z.int().check(z.gte(1)), 1), 1);

/** The number of rows in a page. */
export const sizeSearch = z._default(z.catch(z.literal(pageSizes), pageSizes[0]), pageSizes[0]);

/** One billing month, `2026-10`, or none. */
export const monthSearch = z.catch(
  z.optional(z.string().check(z.regex(/^(20\d{2}|2100)-(0[1-9]|1[0-2])$/))),
  undefined,
);

/** One of several words, or none. */
export function choiceSearch<const First extends string, const Rest extends readonly string[]>(
  ...words: readonly [First, ...Rest]
) {
  const choice: readonly [First | Rest[number], ...(First | Rest[number])[]] = words;
  return z.catch(z.optional(z.enum(choice)), undefined);
}

/** Tiles or rows; if missing, the last choice applies. */
export const viewSearch = choiceSearch('tiles', 'table');

/** The search text; missing if empty. */
export const findSearch = z._default(z.catch(z.string(), ''), '');

/** The order of a table that the server sorts: one of `words`, the first by default, and a direction. */
export function sortSearch<const First extends string, const Rest extends readonly string[]>(
  ...words: readonly [First, ...Rest]
) {
  type Word = First | Rest[number];
  const choice: readonly [Word, ...Word[]] = words;
  return {
    sort: z._default(z.catch(z.enum(choice), words[0]), words[0]),
    order: z._default(z.catch(z.enum(['asc', 'desc']), 'desc'), 'desc'),
  };
}

interface SortSearch<Word extends string> {
  sort: Word;
  order: 'asc' | 'desc';
}

export function sortOf({ sort, order }: SortSearch<string>): Sort {
  return { id: sort, desc: order === 'desc' };
}

/** Returns the order of a column heading for the URL; without an order, the schema's default. */
export function searchOf<S extends SortSearch<string>>(
  sort: Sort | undefined,
  schema: z.ZodMiniType<S>,
): Pick<S, 'sort' | 'order'> {
  const { sort: word, order } = schema.parse({ sort: sort?.id, order: sort?.desc === false ? 'asc' : 'desc' });
  return { sort: word, order };
}

/** Returns the default values of a search, which links leave out. */
export function defaultsOf<S extends z.ZodMiniType>(schema: S): z.output<S> {
  return schema.parse({});
}
