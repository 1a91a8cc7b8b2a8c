import * as z from 'zod/mini';
import { findSearch, pageSearch, sizeSearch, viewSearch } from '../../../ui/search/search.ts';

export const contractSearch = z.object({
  view: viewSearch,
  find: findSearch,
  page: pageSearch,
  size: sizeSearch,
});
export type ContractSearch = z.output<typeof contractSearch>;
