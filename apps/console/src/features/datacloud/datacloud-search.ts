import * as z from 'zod/mini';

export const datacloudSearch = z.object({
  /** Left out, the view that was last chosen. */
  view: z.optional(z.catch(z.enum(['tiles', 'table']), 'tiles')),
  /** The page of the table. */
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  /** Carried by the first page after signing in. */
  checkVersion: z.optional(z.catch(z.boolean(), true)),
});
export type DatacloudSearch = z.output<typeof datacloudSearch>;

/** `contract` is the one that is chosen at first. */
export const createDatacloudSearch = z.object({ contract: z.optional(z.catch(z.string(), '')) });
