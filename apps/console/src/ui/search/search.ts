import * as z from 'zod/mini';
import type { Sort } from '../table/column.ts';
import { pageSizes } from '../table/page-size.ts';

/** Pieces of a screen's search schema. What cannot be read counts as not given: an old or mistyped link still opens. */

/** The page of a table, from 1. */
export const pageSearch = z._default(z.catch(z.int().check(z.gte(1)), 1), 1);

/** How many rows a page of it holds. */
export const sizeSearch = z._default(z.catch(z.literal(pageSizes), pageSizes[0]), pageSizes[0]);

/** One billing month, `2026-10`, or none. */
export const monthSearch = z.catch(
  z.optional(z.string().check(z.regex(/^(20\d{2}|2100)-(0[1-9]|1[0-2])$/))),
  undefined,
);

/** One of some words, or none. */
export function choiceSearch<const First extends string, const Rest extends readonly string[]>(
  ...words: readonly [First, ...Rest]
) {
  const choice: readonly [First | Rest[number], ...(First | Rest[number])[]] = words;
  return z.catch(z.optional(z.enum(choice)), undefined);
}

/** Tiles or rows; left out, what was last chosen. */
export const viewSearch = choiceSearch('tiles', 'table');

/** What things are looked for by; left out while nothing is typed. */
export const findSearch = z._default(z.catch(z.string(), ''), '');

/** The order of a table whose rows the server orders: by which of `words`, the first unless said, and which way. */
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

/** What a column's heading asked for, as the URL keeps it; without an order the schema's own comes back. */
export function searchOf<S extends SortSearch<string>>(
  sort: Sort | undefined,
  schema: z.ZodMiniType<S>,
): Pick<S, 'sort' | 'order'> {
  const { sort: word, order } = schema.parse({ sort: sort?.id, order: sort?.desc === false ? 'asc' : 'desc' });
  return { sort: word, order };
}

/** What a search is when the URL says nothing of it: these parameters are left out of links. */
export function defaultsOf<S extends z.ZodMiniType>(schema: S): z.output<S> {
  return schema.parse({});
}
