import type { X509Certificate } from 'node:crypto';
import type { CloudProvider } from '@usance/api/cloud';
import { conflict } from '#platform/refusal.ts';
import type { SoldProduct } from './marketplace-config.ts';
import type { MarketplaceProvider } from './marketplace-provider.ts';

declare module '#platform/context/context.ts' {
  interface Fittings {
    readonly marketplaces: Marketplaces;
  }
}

/** Through which marketplaces this installation sells, and what. */
export interface Marketplaces {
  readonly products: readonly SoldProduct[];
  readonly providers: readonly MarketplaceProvider[];
  /** EventBridge proves itself with this; without one nothing of it is believed. */
  readonly webhookSecret: string | undefined;
  /** Verifies that Azure says what a message of its webhook says. */
  readonly verifyAzure: ((message: AzureOperation) => Promise<boolean>) | undefined;
  /** Where the topics of AWS Marketplace are: the beginning of their ARNs, with the account that owns them. */
  readonly topicsOf: string;
  /** Answers the text at an address that was found to be of SNS. */
  readonly fetchFromSns: (url: string) => Promise<string>;
  /** The certificates of SNS that were fetched, by their addresses. */
  readonly snsCertificates: Map<string, X509Certificate>;
}

export interface AzureOperation {
  readonly id: string;
  readonly subscriptionId: string;
  readonly action: string;
}

/** The marketplace of a cloud; 409 NOT_IMPLEMENTED where nothing is sold through it. */
export function marketplaceAt({ providers }: Marketplaces, cloud: CloudProvider): MarketplaceProvider {
  const provider = providers.find((each) => each.cloud === cloud);
  if (!provider) throw conflict('NOT_IMPLEMENTED', 'Nothing is sold through the marketplace of this cloud.');
  return provider;
}

export function soldProduct({ products }: Marketplaces, cloud: string, product: string): SoldProduct | undefined {
  return products.find((each) => each.cloudProvider === cloud && each.product === product);
}
