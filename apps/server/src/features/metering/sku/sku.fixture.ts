/** A core-hour of compute in N. Virginia. A test overrides the fields that matter to it. */
export const coreHour = <Given extends object>(billingItem: string, given = {} as Given) => ({
  product: 'Compute',
  type: 'Warehouse',
  subType: '',
  billingItem,
  tier: '',
  resourceKind: 'warehouse' as const,
  costKind: 'compute' as const,
  cloudProvider: 'aws' as const,
  region: 'us-east-1',
  edition: 'ENTERPRISE' as const,
  unit: 'core-hour',
  ...given,
});
