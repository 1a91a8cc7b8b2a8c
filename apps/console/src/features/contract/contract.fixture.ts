import type { Contract } from '@usance/api/contract/contract';

/** An active contract that the reader administers. */
export const aContract = (said: Partial<Contract> = {}): Contract => ({
  id: `ct-${'a'.repeat(20)}`,
  signID: '20261015-0001',
  state: 'Active',
  creatorID: `acc-${'a'.repeat(20)}`,
  creator: 'ada@usance.dev',
  tags: 'Northwind',
  name: 'Northwind',
  buyerType: 'E',
  buyerName: 'Northwind Retail Ltd',
  serviceType: 'saas',
  commencingOn: '2026-10-15T12:00:00.000Z',
  currency: 'USD',
  billingZone: 'UTC',
  marketplace: { state: 'unknown' },
  roles: ['admin'],
  permissions: {
    canReadDataclouds: true,
    canCreateDatacloud: true,
    canDeleteDatacloud: true,
    canReadCosts: true,
    canReadBilling: true,
    canManageBilling: true,
    canAdminister: true,
  },
  ...said,
});
