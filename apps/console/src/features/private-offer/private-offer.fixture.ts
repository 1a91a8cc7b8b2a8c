import type { OfferItem, PrivateOffer } from '@usance/api/sale/private-offer';

const secondsAt = (at: string) => Date.parse(at) / 1000;

/** An item with a discount on its list price. */
export const anOfferItem = (said: Partial<OfferItem> = {}): OfferItem => ({
  id: 'poi-aaaa',
  skuId: `sku-${'a'.repeat(20)}`,
  type: 'compute',
  itemType: 'saas',
  cloudProvider: 'aws',
  region: 'us-east-1',
  regionName: 'US East (N. Virginia)',
  edition: 'ENTERPRISE',
  billingItem: 'compute.r-series',
  tier: '',
  listingPrice: '0.150000000000',
  unit: 'core-hour',
  priceUnit: 'core-hour',
  creditPerCoreHour: '0.125000',
  price: '0.127500000000',
  discount: '0.85',
  ...said,
});

/** An offer that waits for its buyer's answer. */
export const aPrivateOffer = (said: Partial<PrivateOffer> = {}): PrivateOffer => ({
  id: `po-${'a'.repeat(20)}`,
  revision: 2,
  contractId: `ct-${'a'.repeat(20)}`,
  status: 'pending_acceptance',
  channel: 'direct',
  currency: 'USD',
  discountType: 'standard',
  effectiveDate: secondsAt('2126-11-01T00:00:00Z'),
  expirationDate: secondsAt('2127-11-01T00:00:00Z'),
  endsAt: secondsAt('2127-11-01T00:00:00Z'),
  confirmationDeadline: secondsAt('2126-10-30T00:00:00Z'),
  createdAt: secondsAt('2026-10-10T00:00:00Z'),
  comment: null,
  tieredDiscounts: [],
  offerItems: [anOfferItem()],
  response: null,
  invalidReason: null,
  ...said,
});
