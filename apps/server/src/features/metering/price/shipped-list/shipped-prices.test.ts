import { compare, multiply } from '@usance/money/decimal';
import { describe, expect, it } from 'vitest';
import { shippedPrices } from './shipped-prices.ts';

const shipped = shippedPrices();
const find = (region: string, billingItem: string, tier: string, edition: string, currency: string) =>
  shipped.find(
    (each) =>
      each.sku.region === region &&
      each.sku.billingItem === billingItem &&
      each.sku.tier === tier &&
      each.sku.edition === edition &&
      each.currency === currency,
  );

describe('the shipped price list', () => {
  it.each([
    ['us-east-1', 'compute.r-series', '', 'ENTERPRISE', 'USD', '0.15'],
    ['us-east-1', 'compute.m-series', '', 'BUSINESSCRITICAL', 'USD', '0.16'],
    ['westeurope', 'compute.r-series', '', 'ENTERPRISE', 'USD', '0.165'],
    ['japaneast', 'storage', 'hot', 'ENTERPRISE', 'USD', '0.00018'],
    ['ap-singapore', 'backup', 'remote', 'ENTERPRISE', 'USD', '0.0000345'],
    ['cn-hangzhou', 'storage', 'highPerf', 'ENTERPRISE', 'CNY', '0.002'],
    ['cn-hangzhou', 'compute.r-series', '', 'BUSINESSCRITICAL', 'CNY', '1.375'],
    ['eastus', 'network', 'export.public', 'ENTERPRISE', 'USD', '0.09'],
  ])('in %s charges %s %s (%s, %s) at %s a unit', (region, item, tier, edition, currency, price) => {
    const unitPrice = find(region, item, tier, edition, currency)?.unitPrice ?? '';
    expect(unitPrice.replace(/\.?0+$/, '')).toBe(price);
  });

  it('charges exactly what it quotes: 720 GB-hours are a GB-month, with nothing lost', () => {
    for (const { unitPrice, listPrice, priceUnit, sku } of shipped) {
      const hours = sku.unit === 'GB-hour' && priceUnit.endsWith('GB-month') ? '720' : '1';
      expect(compare(multiply(unitPrice, hours), listPrice)).toBe(0);
    }
  });

  it('has one price for each SKU in each currency', () => {
    const keys = shipped.map(({ sku, currency }) =>
      JSON.stringify([sku.cloudProvider, sku.region, sku.edition, sku.billingItem, sku.tier, currency]),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
