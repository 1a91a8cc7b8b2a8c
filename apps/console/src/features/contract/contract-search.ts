import * as z from 'zod/mini';
import { pageSearch, sizeSearch, viewSearch } from '../../ui/search/search.ts';

export const contractSearch = z.object({
  view: viewSearch,
  /** What a contract is looked for by. */
  find: z._default(z.catch(z.string(), ''), ''),
  page: pageSearch,
  size: sizeSearch,
});
export type ContractSearch = z.output<typeof contractSearch>;
