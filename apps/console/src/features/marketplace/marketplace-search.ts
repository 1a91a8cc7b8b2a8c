import * as z from 'zod/mini';
import { choiceSearch } from '../../ui/search/search.ts';

/** The parameters with which a marketplace sends a buyer. The router parses a token of only digits as a number. */
export const marketplaceSearch = z.object({
  token: z.catch(
    z.optional(
      z.pipe(
        z.union([z.string(), z.number()]),
        z.transform((token) => String(token)),
      ),
    ),
    undefined,
  ),
  cloudProvider: choiceSearch('aws', 'azure', 'alibabacloud', 'tencentcloud', 'huaweicloud', 'volcengine'),
});
export type MarketplaceSearch = z.output<typeof marketplaceSearch>;

/** The clouds with a marketplace. */
export type MarketplaceCloud = NonNullable<MarketplaceSearch['cloudProvider']>;
export const marketplaceClouds: readonly MarketplaceCloud[] = [
  'aws',
  'azure',
  'alibabacloud',
  'tencentcloud',
  'huaweicloud',
  'volcengine',
];
