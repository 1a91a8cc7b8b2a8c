import * as z from 'zod/mini';
import { cloudProvider } from '../cloud.ts';
import { contractId, idOf, instantText } from '../wire.ts';

/**
 * The key of reported usage: the product's code or the buyer's licence. Reporting an hour under both bills it twice.
 */
export const metersBy = z.enum(['product', 'licence']);
export type MetersBy = z.output<typeof metersBy>;

export const marketplaceLink = z.object({
  state: z.enum(['unknown', 'subscribed', 'activated', 'unsubscribed']),
  cloudProvider: z.optional(cloudProvider),
  gmtActivated: z.optional(instantText),
  /** The e-mail of the person who linked the contract. */
  operator: z.optional(z.string()),
  /** The buyer's account at the cloud, and the subscription or licence. */
  accountID: z.optional(z.string()),
  instanceID: z.optional(z.string()),
});
export type MarketplaceLink = z.output<typeof marketplaceLink>;

export const marketplaceLinkId = idOf('mkl');
export const keptMarketplaceLink = z.object({
  ...marketplaceLink.shape,
  id: marketplaceLinkId,
  contractId,
  product: z.string(),
  metersBy,
  /** The other key for usage from this instant on. */
  nextMetersBy: z.optional(z.object({ metersBy, from: instantText })),
  gmtEnded: z.nullable(instantText),
});
export type KeptMarketplaceLink = z.output<typeof keptMarketplaceLink>;
