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
    ['.5', '0.500000000000'],
    ['5.', '5.000000000000'],
    ['-.5e1', '-5.000000000000'],
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
  ])('gives the reason why a row with %s = %j is %s', (column, cell, kind, reason) => {
    expect(readFocusRow({ ...row, [column]: cell })).toMatchObject({ kind, reason });
  });

  it.each(['constructor', '__proto__', 'toString', 'Acme'])('treats the provider %s as unknown', (name) => {
    expect(readFocusRow({ ...row, ProviderName: name })).toMatchObject({
      usage: { provider: name, cloud: 'onpremise' },
    });
  });

  it.each([
    ['USD', '2024-10-01T00:00:00Z'],
    ['CNY', '2024-09-30T16:00:00Z'],
  ])('takes the part of a period in %s that lies in the month of its start', (BillingCurrency, end) => {
    const period = { ChargePeriodStart: '2024-09-18 22:00:00', ChargePeriodEnd: '2024-10-18 22:00:00' };
    expect(readFocusRow({ ...row, ...period, BillingCurrency })).toMatchObject({
      usage: { start: '2024-09-18T22:00:00Z', end },
    });
  });

  it.each(['.', '-', '+', 'e5', '1,000', 'NaN'])('does not read %j as a number', (PricingQuantity) => {
    expect(readFocusRow({ ...row, PricingQuantity })).toMatchObject({ kind: 'broken', reason: 'BAD_QUANTITY' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['a quantity of 15 digits', { PricingQuantity: '100000000000000' }, 'TOO_LARGE'],
    ['a quantity that rounds to 15 digits', { PricingQuantity: '-99999999999999.9999999999999' }, 'TOO_LARGE'],
    ['a quantity of 81 digits', { PricingQuantity: '1e80' }, 'TOO_LARGE'],
    ['a price above a million', { ListUnitPrice: '1000000.000000000001' }, 'TOO_LARGE'],
    ['a price of 81 digits', { ListUnitPrice: '1e80' }, 'TOO_LARGE'],
    ['a cost of 81 digits', { ListCost: '1e80' }, 'TOO_LARGE'],
    [
      'a price whose 13th place matters',
      { PricingQuantity: '1000000000000', ListUnitPrice: '0.0000000000004', ListCost: '0.4' },
      'TOO_FINE',
    ],
    [
      'a quantity whose 13th place matters',
      { PricingQuantity: '0.0000000000004', ListUnitPrice: '1000000', ListCost: '0.0000004' },
      'TOO_FINE',
    ],
  ])('excludes %s', (_, cells, reason) => {
    expect(readFocusRow({ ...row, ...cells })).toMatchObject({ kind: 'excluded', reason });
  });

  it('accepts the largest quantity and the highest price that we store', () => {
    const most = { PricingQuantity: '99999999999999.999999999999', ListUnitPrice: '1000000' };
    expect(readFocusRow({ ...row, ...most })).toMatchObject({
      usage: { quantity: '99999999999999.999999999999', unitPrice: '1000000.000000000000' },
    });
  });

  it.each(['null', 'NULL', 'None', 'n/a', 'N/A', '-', ' ', ''])('reads %j as an empty cell', (cell) => {
    const named = ['RegionId', 'SubAccountName', 'ServiceCategory', 'PricingUnit', 'ResourceId', 'ResourceName'];
    const cells = Object.fromEntries(named.map((name) => [name, cell]));
    expect(readFocusRow({ ...row, ...cells })).toMatchObject({
      usage: { region: 'global', subAccount: 'AWS', type: 'Other', unit: 'Units', resourceId: 'Queue' },
    });
  });

  it.each<[string, Record<string, string>, { provider: string; cloud: string }]>([
    ['1.2', { ProviderName: 'Microsoft', InvoiceIssuerName: 'Reseller' }, { provider: 'Microsoft', cloud: 'azure' }],
    [
      '1.3',
      { ProviderName: 'AWS', ServiceProviderName: 'Acme Database', HostProviderName: 'AWS' },
      { provider: 'Acme Database', cloud: 'aws' },
    ],
    [
      '1.4',
      {
        ServiceProviderName: 'Amazon Web Services',
        HostProviderName: 'Amazon Web Services',
        InvoiceIssuerName: 'Reseller',
      },
      { provider: 'Amazon Web Services', cloud: 'aws' },
    ],
    ['1.4 with a host alone', { HostProviderName: 'Microsoft' }, { provider: 'Microsoft', cloud: 'azure' }],
    [
      '1.4 with an issuer alone',
      { ServiceProviderName: 'null', InvoiceIssuerName: 'Amazon Web Services, Inc.' },
      { provider: 'Amazon Web Services, Inc.', cloud: 'aws' },
    ],
    [
      '1.4 that AWS resells',
      { ServiceProviderName: 'Acme', HostProviderName: 'Acme', InvoiceIssuerName: 'AWS' },
      { provider: 'Acme', cloud: 'onpremise' },
    ],
  ])('finds the provider in FOCUS %s', (_, names, usage) => {
    const { ProviderName: __, ...unnamed } = row;
    expect(readFocusRow({ ...unnamed, ...names })).toMatchObject({ usage });
  });

  it.each<[Record<string, string>, string]>([
    [{ ListCost: '-1.5', BilledCost: '-1' }, '-1.500000000000'],
    [{ ListCost: '', ContractedCost: 'NULL', BilledCost: '-2.25' }, '-2.250000000000'],
    [{ ListCost: '0', EffectiveCost: '0', BilledCost: '-3' }, '-3.000000000000'],
    [{ ListCost: '0', BilledCost: '' }, '0.000000000000'],
  ])('takes a correction that has only the costs %j', (costs, quantity) => {
    const correction = { ChargeClass: 'Correction', PricingQuantity: '', ListUnitPrice: '', PricingUnit: '' };
    expect(readFocusRow({ ...row, ...correction, ...costs })).toMatchObject({
      usage: { quantity, unitPrice: '1', unit: 'USD' },
    });
  });

  it('refuses a row without quantity or cost unless it is a correction, and a correction without a cost', () => {
    const alone = { PricingQuantity: '', ListUnitPrice: '', BilledCost: '-2' };
    expect(readFocusRow({ ...row, ...alone })).toMatchObject({ reason: 'BAD_QUANTITY' });
    const nothing = { ...alone, ChargeClass: 'Correction', ListCost: '', BilledCost: '' };
    expect(readFocusRow({ ...row, ...nothing })).toMatchObject({ reason: 'BAD_COST' });
  });

  it('distinguishes long ids of resources and prices with a common start, and keeps shorter ids unchanged', () => {
    const usageOf = (cells: Record<string, string>) => {
      const read = readFocusRow({ ...row, ...cells });
      if (read.kind !== 'usage') throw new Error(read.message);
      return read.usage;
    };
    const long = '云'.repeat(300);
    const [one, other] = ['1', '2'].map((end) => usageOf({ ResourceId: long + end, SkuPriceId: long + end }));
    expect(one?.resourceId).not.toBe(other?.resourceId);
    expect(one?.resourceId).toHaveLength(300);
    expect(one?.billingItem).not.toBe(other?.billingItem);
    expect(usageOf({ ResourceId: long }).resourceId).toBe(long);
  });

  it.each([
    [
      'ChargePeriodStart',
      '18/09/2024',
      'ChargePeriodStart is "18/09/2024". It must be a UTC time like 2024-09-18T22:00:00Z.',
    ],
    ['ChargePeriodEnd', '', 'ChargePeriodEnd is empty. It must be a UTC time like 2024-09-18T22:00:00Z.'],
    [
      'ChargePeriodEnd',
      '2024-09-18 21:00:00',
      'ChargePeriodEnd "2024-09-18 21:00:00" is not after ChargePeriodStart "2024-09-18 22:00:00".',
    ],
    ['ChargePeriodStart', '1999-01-01T00:00:00Z', 'ChargePeriodStart "1999-01-01T00:00:00Z" is before 2000.'],
  ])('describes the fault of %s = %j', (column, cell, message) => {
    expect(readFocusRow({ ...row, [column]: cell })).toMatchObject({ reason: 'BAD_PERIOD', message });
  });

  it('keeps the file’s own cost to its last place', () => {
    const read = readFocusRow(row);
    expect(read.kind === 'usage' && formatDecimal(read.usage.listCost)).toBe('0.00000080000');
  });
});
