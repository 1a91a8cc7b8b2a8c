import type { PurchaseAggregate } from '@usance/api/billing/purchase';
import { expect, test } from 'vitest';
import { groupIdOf, narrowTo, partingOf, partsOf } from './purchase-grouping.ts';
import { purchaseSearch } from './purchase-search.ts';

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

test('groups by the values of a tag, and usage without it is a group that can be filtered', () => {
  const rows = [{ tag: 'core' }, { tag: null }];
  expect(rows.map((row) => partingOf('tag:team').nameOf(row))).toEqual(['core', 'No tag team']);
  expect(rows.map((row) => narrowTo('tag:team', rows, groupIdOf('tag:team', row)))).toEqual([
    { tag: ['team=core'] },
    { tag: ['team'] },
  ]);
});

test('reads a grouping by a tag from the URL, and replaces an unknown one', () => {
  const read = (groupBy: string) => purchaseSearch.parse({ groupBy }).groupBy;
  expect(['tag:cost-center', 'tag:', 'colour'].map(read)).toEqual(['tag:cost-center', 'product', 'product']);
});
