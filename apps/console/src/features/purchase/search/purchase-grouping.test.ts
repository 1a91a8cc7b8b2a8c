import type { PurchaseAggregate } from '@usance/api/billing/purchase';
import { expect, test } from 'vitest';
import { narrowTo, partsOf } from './purchase-grouping.ts';

const row = (given: Partial<PurchaseAggregate>): PurchaseAggregate => ({ amount: '0', amountFormatted: '', ...given });

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
