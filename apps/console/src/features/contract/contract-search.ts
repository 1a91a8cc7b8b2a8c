import * as z from 'zod/mini';
import { pageSearch, sizeSearch } from '../../ui/search/search.ts';

export const contractSearch = z.object({
  /** Left out, the view that was last chosen. */
  view: z.catch(z.optional(z.enum(['tiles', 'table'])), undefined),
  /** What a contract is looked for by. */
  find: z._default(z.catch(z.string(), ''), ''),
  page: pageSearch,
  size: sizeSearch,
});
export type ContractSearch = z.output<typeof contractSearch>;
