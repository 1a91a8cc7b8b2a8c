import * as z from 'zod/mini';
import { pageSearch, sizeSearch, viewSearch } from '../../ui/search/search.ts';

export const datacloudSearch = z.object({
  view: viewSearch,
  page: pageSearch,
  size: sizeSearch,
  /** Carried by the first page after signing in. */
  checkVersion: z.optional(z.catch(z.boolean(), true)),
});
export type DatacloudSearch = z.output<typeof datacloudSearch>;

/** `contract` is the one that is chosen at first. */
export const createDatacloudSearch = z.object({ contract: z.optional(z.catch(z.string(), '')) });
