import type { CloudProvider, ResourceKind } from '@usance/api/cloud';
import type { Sku } from '@usance/api/metering/sku';

/** The names of clouds; empty for the customer's own machines. */
export const hostNames: Readonly<Record<CloudProvider, string>> = {
  aws: 'AWS',
  azure: 'Microsoft Azure',
  alibabacloud: 'Alibaba Cloud',
  tencentcloud: 'Tencent Cloud',
  huaweicloud: 'Huawei Cloud',
  volcengine: 'Volcengine',
  onpremise: '',
};

interface Service {
  readonly category: string;
  readonly subcategory: string;
}

const networkService: Service = { category: 'Networking', subcategory: 'Network Connectivity' };
const serviceOfKind: Readonly<Record<ResourceKind, Service>> = {
  warehouse: { category: 'Databases', subcategory: 'Data Warehouses' },
  database: { category: 'Storage', subcategory: 'Storage Platforms' },
  backup: { category: 'Storage', subcategory: 'Backup Storage' },
  cache: { category: 'Databases', subcategory: 'Caching' },
  teleport: networkService,
};

/** The category of a SKU's service; the traffic of any resource is networking. */
export function serviceOf({ resource_kind, cost_kind }: Kinds): Service {
  return cost_kind === 'network' ? networkService : serviceOfKind[resource_kind];
}
interface Kinds {
  readonly resource_kind: Sku['resourceKind'];
  readonly cost_kind: Sku['costKind'];
}

/** The service of charges that belong to an invoice as a whole. */
export const billingService = {
  ServiceName: 'Billing',
  ServiceCategory: 'Other',
  ServiceSubcategory: 'Other (Other)',
} as const;

/** Our units in the form of FOCUS. Others, of imported bills, stay as they are. */
export const focusUnits: ReadonlyMap<string, string> = new Map([
  ['core-hour', 'Core-Hours'],
  ['GB-hour', 'GB-Hours'],
  ['GB-month', 'GB-Months'],
  ['hour', 'Hours'],
  ['credit', 'Credits'],
]);
