import * as z from 'zod/mini';
import { findSearch, pageSearch, sizeSearch, viewSearch } from '../../ui/search/search.ts';

export const datacloudSearch = z.object({
  view: viewSearch,
  find: findSearch,
  page: pageSearch,
  size: sizeSearch,
  /** Set by the first page after signing in. */
  checkVersion: z.optional(z.catch(z.boolean(), true)),
});
export type DatacloudSearch = z.output<typeof datacloudSearch>;

export const contractDatacloudSearch = z.object({ find: findSearch });

/** `contract` is chosen at first. */
export const createDatacloudSearch = z.object({ contract: z.catch(z.optional(z.string()), undefined) });
