import { purchases } from '@usance/api/billing/purchase';
import type { Contract } from '@usance/api/contract/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { type Caller, internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { october, startWithPurchases } from '../purchases.fixture.ts';
import { rowsRated } from '../rated-rows.fixture.ts';

let app: TestApp;
let acme: Contract;
let reader: Caller;
const params = () => ({ id: acme.id });

beforeAll(async () => {
  ({ app, acme, reader } = await startWithPurchases());
});
afterAll(() => app.close());

describe(purchases.aggBy.id, () => {
  it('orders by amount, and adds up quantities only of one unit', async () => {
    const query = { ...october, aggDimensions: 'product' } as never;
    expect((await reader.call(purchases.aggBy, { params: params(), query })).items).toEqual([
      {
        product: 'Storage',
        amount: '123456789.123456789012',
        amountFormatted: '$123,456,789.12',
        consumption: '720.5',
        consumptionUnit: 'GB-hour',
      },
      {
        product: 'Compute',
        amount: '5.099999999998',
        amountFormatted: '$5.10',
        consumption: '1',
        consumptionUnit: 'core-hour',
      },
    ]);
    const byDay = await reader.call(purchases.aggBy, {
      params: params(),
      query: { ...october, aggDimensions: 'day' } as never,
    });
    const mixed = byDay.items.find((item) => item.day === '2026-10-01');
    expect(mixed).toBeDefined();
    expect(mixed?.consumption).toBeUndefined();
  });

  it('shows the names of ids', async () => {
    const query = { ...october, aggDimensions: 'datacloudID,objectID', product: 'Storage' } as never;
    const { items } = await reader.call(purchases.aggBy, { params: params(), query });
    expect(items).toMatchObject([
      { datacloudID: 'dc-bbbb', datacloudName: 'archive', objectID: 'db-1', objectName: '=SUM(A1)' },
    ]);
  });
});

describe(purchases.aggBySku.id, () => {
  it('separates list prices and discounts', async () => {
    const { items } = await reader.call(purchases.aggBySku, { params: params(), query: october });
    expect(
      items.map(({ billingItem, listPrice, zhekouFormatted }) => [billingItem, listPrice, zhekouFormatted]),
    ).toEqual([
      ['storage.hot', '0.000031944444', '85%'],
      ['compute.r', '1.50000000', '-'],
    ]);
  });
});

describe(purchases.dailyAcc.id, () => {
  it('has a row for each day of the range, even without usage', async () => {
    const { items } = await reader.call(purchases.dailyAcc, { params: params(), query: october });
    expect(items.map((item) => item.day)).toEqual(
      Array.from({ length: 31 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`),
    );
    expect(items[1]).toEqual({
      day: '2026-10-02',
      amount: '0.00000000',
      amountFormatted: '$0.00',
      accAmount: '123456789.123456789013',
      accAmountFormatted: '$123,456,789.12',
    });
  });

  it('uses days of the billing zone', async () => {
    const china = await contract(app, { currency: 'CNY' });
    await rowsRated(app, china.id, 'Asia/Shanghai', [
      { bill_at: '2026-09-30T16:00:00Z' },
      { bill_at: '2026-10-01T15:00:00Z' },
    ]);
    const { items } = await internalCaller(app).call(purchases.dailyAcc, {
      params: { id: china.id },
      query: {},
    });
    expect(items.filter((item) => item.amount !== '0.00000000')).toMatchObject([
      { day: '2026-10-01', amountFormatted: '￥3.00' },
    ]);
  });
});

describe(purchases.distinctFields.id, () => {
  it('lists the values of the range without duplicates', async () => {
    expect(await reader.call(purchases.distinctFields, { params: params(), query: october })).toEqual({
      products: ['Compute', 'Storage'],
      types: ['Database', 'Warehouse'],
      subTypes: ['hot, public', 'r-series'],
      internalPriceNames: ['compute.r', 'storage.hot'],
      regions: [
        { cloudProvider: 'aws', region: 'us-east-1', regionName: 'US East (N. Virginia)' },
        { cloudProvider: 'azure', region: 'eu-west-1', regionName: 'eu-west-1' },
      ],
      editions: ['BUSINESSCRITICAL', 'ENTERPRISE'],
      dataclouds: [
        { id: 'dc-bbbb', name: 'archive' },
        { id: 'dc-aaaa', name: 'lake' },
      ],
      tags: [],
    });
  });
});
