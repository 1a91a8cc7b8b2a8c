import { formatDecimal } from '@usance/money/decimal';
import { describe, expect, it } from 'vitest';
import { readFocusRow } from './focus-row.ts';

const row = {
  ChargeCategory: 'Usage',
  PricingQuantity: '2.00000000000',
  ListUnitPrice: '0.0000004',
  ListCost: '0.00000080000',
  ChargePeriodStart: '2024-09-18 22:00:00',
  ChargePeriodEnd: '2024-09-18 23:00:00',
  ProviderName: 'AWS',
  ServiceName: 'Queue',
  ServiceCategory: 'Integration',
  SkuPriceId: 'P1',
  RegionId: 'us-west-2',
  BillingCurrency: 'USD',
  PricingUnit: 'Requests',
};

describe('readFocusRow', () => {
  it('reads usage with exact decimals', () => {
    const read = readFocusRow(row);
    expect(read).toMatchObject({
      kind: 'usage',
      usage: { cloud: 'aws', quantity: '2.000000000000', unitPrice: '0.000000400000', start: '2024-09-18T22:00:00Z' },
    });
  });

  it.each([
    ['3.000E-8', '0.000000030000'],
    ['-3.0175E-7', '-0.000000301750'],
    ['1.5e3', '1500.000000000000'],
    ['2.0000000000005', '2.000000000001'],
  ])('reads a quantity written as %s', (PricingQuantity, quantity) => {
    expect(readFocusRow({ ...row, PricingQuantity })).toMatchObject({ usage: { quantity } });
  });

  it.each([
    ['ChargeCategory', 'Credit', 'excluded', 'NOT_USAGE'],
    ['ChargeCategory', '', 'broken', 'NO_CATEGORY'],
    ['PricingQuantity', 'many', 'broken', 'BAD_QUANTITY'],
    ['ListUnitPrice', 'NULL', 'broken', 'BAD_PRICE'],
    ['ListUnitPrice', '-1', 'broken', 'BAD_PRICE'],
    ['ListCost', '1e999', 'broken', 'BAD_COST'],
    ['ChargePeriodStart', '2024-13-45 00:00:00', 'broken', 'BAD_PERIOD'],
    ['ChargePeriodEnd', '2024-09-18 22:00:00', 'broken', 'BAD_PERIOD'],
  ])('says why a row with %s = %j is %s', (column, cell, kind, reason) => {
    expect(readFocusRow({ ...row, [column]: cell })).toMatchObject({ kind, reason });
  });

  it.each(['constructor', '__proto__', 'toString', 'Acme'])('takes the provider %s for none that it knows', (name) => {
    expect(readFocusRow({ ...row, ProviderName: name })).toMatchObject({
      usage: { provider: name, cloud: 'onpremise' },
    });
  });

  it.each([
    ['USD', '2024-10-01T00:00:00Z'],
    ['CNY', '2024-09-30T16:00:00Z'],
  ])('takes of a period in %s what lies in the month of its start', (BillingCurrency, end) => {
    const period = { ChargePeriodStart: '2024-09-18 22:00:00', ChargePeriodEnd: '2024-10-18 22:00:00' };
    expect(readFocusRow({ ...row, ...period, BillingCurrency })).toMatchObject({
      usage: { start: '2024-09-18T22:00:00Z', end },
    });
  });

  it('keeps the file’s own cost to its last place', () => {
    const read = readFocusRow(row);
    expect(read.kind === 'usage' && formatDecimal(read.usage.listCost)).toBe('0.00000080000');
  });
});
