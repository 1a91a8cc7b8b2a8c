import * as z from 'zod/mini';
import { says } from './rule.ts';

const directions = { asc: 'asc', desc: 'desc', ascend: 'asc', descend: 'desc' } as const;
const isDirection = (word: string | undefined): word is keyof typeof directions =>
  word !== undefined && Object.hasOwn(directions, word);

/** One column and its direction as tables send them, `{"gmtCreated":"descend"}`, or the text of that; comes out as what it is short for. */
const sorterOf = <const Column extends string>(columns: readonly [Column, ...Column[]]) => {
  const known: ReadonlySet<string> = new Set(columns);
  const one = z.pipe(
    z.record(z.string(), z.string(says('sorter')), says('sorter')).check(
      z.refine((given) => {
        const [[name, way] = [], ...others] = Object.entries(given);
        return name !== undefined && known.has(name) && isDirection(way) && others.length === 0;
      }, says('sorter')),
    ),
    z.transform((given) => {
      const [name, way] = Object.entries(given)[0] ?? [];
      return { orderBy: name as Column, ordering: directions[isDirection(way) ? way : 'desc'] };
    }),
  );
  const text = z.pipe(z.string(says('sorter')), z.transform(jsonOf));
  return z.union([z.pipe(text, one), one]);
};

/** What puts a list in order: `orderBy` and `ordering`, the first column and downwards where nothing is said, or `sorter` in their stead. */
export const sortedBy = <const Column extends string>(...columns: readonly [Column, ...Column[]]) => ({
  orderBy: z._default(z.enum(columns), columns[0]),
  ordering: z._default(z.enum(['asc', 'desc'], says('ordering')), 'desc'),
  sorter: z.optional(sorterOf(columns)),
});

function jsonOf(text: string): Record<string, string> {
  try {
    return JSON.parse(text);
  } catch {
    // No object at all, which is refused in the words of a sorter.
    return {};
  }
}
