import { type AwsOptions, awsProvider } from './aws-provider.ts';
import { AzureHttp, shortText } from './azure-http.ts';
import { azureProvider, verifierOf } from './azure-provider.ts';
import { awsTopics, type MarketplaceConfig } from './marketplace-config.ts';
import type { Marketplaces } from './marketplaces.ts';

const patienceMs = 5_000;

/** Opens the marketplaces that the configuration names. */
export function openMarketplaces(config: MarketplaceConfig, awsEndpoint?: AwsOptions['endpoint']): Marketplaces {
  const { products, webhookSecret } = config;
  const sellsAt = (cloud: 'aws' | 'azure') => products.some(({ cloudProvider }) => cloudProvider === cloud);
  const azure = config.azure && new AzureHttp(config.azure);
  const aws = { region: config.aws?.region ?? 'us-east-1', ...(awsEndpoint && { endpoint: awsEndpoint }) };
  return {
    products,
    webhookSecret,
    providers: [
      ...(sellsAt('aws') ? [awsProvider(aws, products)] : []),
      ...(azure && sellsAt('azure') ? [azureProvider(azure, products)] : []),
    ],
    topicsOf: config.aws?.topicsOf ?? awsTopics,
    verifyAzure: azure && verifierOf(azure),
    snsCertificates: new Map(),
    fetchFromSns: async (url) => {
      const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) });
      if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
      return shortText(reply);
    },
  };
}
