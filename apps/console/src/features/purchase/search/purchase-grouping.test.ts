import type { PurchaseAggregate } from '@usance/api/billing/purchase';
import { expect, test } from 'vitest';
import { dailySeries, narrowTo, partsOf } from './purchase-grouping.ts';

const row = (given: Partial<PurchaseAggregate>): PurchaseAggregate => ({ amount: '0', amountFormatted: '', ...given });

test('a day without a row is zero, and rows of the same name and day are summed exactly', () => {
  const rows = [
    row({ datacloudID: 'dc-1', datacloudName: 'lake', day: '2026-10-01', amount: '0.10000001' }),
    row({ datacloudID: 'dc-2', datacloudName: 'lake', day: '2026-10-01', amount: '0.200000000002' }),
    row({ datacloudID: 'dc-1', datacloudName: 'lake', day: '2026-10-03', amount: '-1' }),
  ];
  expect(dailySeries('datacloud', rows, ['2026-10-01', '2026-10-02', '2026-10-03'])).toEqual([
    { id: 'datacloud:lake', name: 'lake', values: ['0.300000010002', '0', '-1'] },
  ]);
});

test('a region is identified with its cloud, and filtering by it uses both', () => {
  const rows = [
    row({ cloudProvider: 'aws', region: 'cn-beijing', regionName: 'China (Beijing)', amount: '1' }),
    row({ cloudProvider: 'volcengine', region: 'cn-beijing', amount: '2' }),
  ];
  const [aws, volcengine] = partsOf('region', rows);
  expect(aws).toEqual({ id: 'region:aws cn-beijing', name: 'AWS China (Beijing)', amount: '1' });
  expect(volcengine).toEqual({ id: 'region:volcengine cn-beijing', name: 'Volcengine cn-beijing', amount: '2' });
  expect(narrowTo('region', rows, 'region:aws cn-beijing')).toEqual({ cloud: ['aws'], region: ['cn-beijing'] });
});

test('filtering by a name keeps all data clouds of that name', () => {
  const rows = ['dc-1', 'dc-2', 'dc-1'].map((datacloudID) => row({ datacloudID, datacloudName: 'lake' }));
  expect(narrowTo('datacloud', rows, 'datacloud:lake')).toEqual({ datacloudID: ['dc-1', 'dc-2'] });
});
