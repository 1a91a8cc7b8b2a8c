import type { ListedDatacloud } from '@usance/api/contract/datacloud';

/** A running data cloud. */
export const aDatacloud = (said: Partial<ListedDatacloud> = {}): ListedDatacloud => ({
  id: 'dc-aaaaaaaa',
  name: 'autumn_lake',
  state: 'RUNNING',
  edition: 'ENTERPRISE',
  cloud: 'aws',
  region: 'us-east-1',
  regionID: 'aws-us-east-1',
  regionName: 'US East (N. Virginia)',
  regionURL: 'https://aws-us-east-1.example.com',
  creator: 'ada@example.com',
  gmtCreated: '2026-10-01T00:00:00Z',
  contractId: 'ct-aaaaaaaa',
  contractTags: 'Acme',
  tags: [],
  stopped: false,
  ...said,
});
