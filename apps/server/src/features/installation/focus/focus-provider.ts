import type { CloudProvider } from '@usance/api/cloud';
import type { CellReader } from './focus-cells.ts';

const clouds = new Map<string, CloudProvider>([
  ['aws', 'aws'],
  ['amazon web services', 'aws'],
  ['amazon web services, inc.', 'aws'],
  ['microsoft', 'azure'],
  ['microsoft azure', 'azure'],
  ['microsoft corporation', 'azure'],
  ['azure', 'azure'],
  ['alibaba cloud', 'alibabacloud'],
  ['tencent cloud', 'tencentcloud'],
  ['huawei cloud', 'huaweicloud'],
  ['volcengine', 'volcengine'],
]);

/**
 * Returns the provider of a row's service, and its cloud. FOCUS 1.0 to 1.2 name one provider, 1.3 the seller and the
 * host, and 1.4 no longer has ProviderName. The invoice issuer may be a reseller, so it is the last choice.
 */
export function providerOf(cell: CellReader): { provider: string; cloud: CloudProvider } {
  const host = cell('HostProviderName');
  const provider =
    cell('ServiceProviderName') || cell('ProviderName') || host || cell('InvoiceIssuerName') || 'Unknown';
  const cloud = clouds.get(host.toLowerCase()) ?? clouds.get(provider.toLowerCase()) ?? 'onpremise';
  return { provider, cloud };
}
