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

/** The marketplaces and products of this installation. */
export interface Marketplaces {
  readonly products: readonly SoldProduct[];
  readonly providers: readonly MarketplaceProvider[];
  /** The secret that EventBridge sends; without one its events are refused. */
  readonly webhookSecret: string | undefined;
  /** Verifies a message of Azure's webhook with Azure. */
  readonly verifyAzure: ((message: AzureOperation) => Promise<boolean>) | undefined;
  /** The ARN prefix of AWS Marketplace's topics, with the account that owns them. */
  readonly topicsOf: string;
  /** Fetches the text at a verified SNS address. */
  readonly fetchFromSns: (url: string) => Promise<string>;
  /** The fetched certificates of SNS, by address. */
  readonly snsCertificates: Map<string, X509Certificate>;
}

export interface AzureOperation {
  readonly id: string;
  readonly subscriptionId: string;
  readonly action: string;
}

/** Returns the marketplace of a cloud; 409 NOT_IMPLEMENTED if no product is sold there. */
export function marketplaceAt({ providers }: Marketplaces, cloud: CloudProvider): MarketplaceProvider {
  const provider = providers.find((each) => each.cloud === cloud);
  if (!provider) throw conflict('NOT_IMPLEMENTED', 'No product is sold through the marketplace of this cloud.');
  return provider;
}

export function soldProduct({ products }: Marketplaces, cloud: string, product: string): SoldProduct | undefined {
  return products.find((each) => each.cloudProvider === cloud && each.product === product);
}
