import type { ListedDatacloud } from '@usance/api/contract/datacloud';
import { expect, it } from 'vitest';
import { aDatacloud } from './datacloud.fixture.ts';
import { fittingDataclouds, groupedByContract } from './fitting-dataclouds.ts';

const one = { id: 'dc-aaaa', name: 'Lake', region: 'us-east-1', regionName: 'US East', contractTags: 'Acme' };
const datacloud = (over: Partial<ListedDatacloud>): ListedDatacloud =>
  aDatacloud({ ...one, contractId: 'ct-aaaa', ...over });
const all = [
  datacloud({}),
  datacloud({ id: 'dc-bbbb', name: 'other', contractId: 'ct-bbbb', contractTags: 'Beta' }),
  datacloud({ id: 'dc-cccc', name: 'third', regionName: 'Frankfurt', tags: [{ key: 'team', value: 'Search' }] }),
];
const found = (typed: string) => fittingDataclouds(all, typed).map(({ id }) => id);

it('a data cloud is found by a part of its name, id, region, contract, creator or tags, in any case', () => {
  expect(found(' LAKE ')).toEqual(['dc-aaaa']);
  expect(found('BBBB')).toEqual(['dc-bbbb']);
  expect(found('frank')).toEqual(['dc-cccc']);
  expect(found('beta')).toEqual(['dc-bbbb']);
  expect(found('ada@')).toHaveLength(3);
  expect(found('team=search')).toEqual(['dc-cccc']);
  expect(found('frank ada')).toEqual(['dc-cccc']);
  expect(found('')).toEqual(['dc-aaaa', 'dc-bbbb', 'dc-cccc']);
  expect(found('nowhere')).toEqual([]);
});

it('data clouds are grouped by contract, in their order', () => {
  expect(groupedByContract(all).map(({ contractTags, dataclouds }) => [contractTags, dataclouds.length])).toEqual([
    ['Acme', 2],
    ['Beta', 1],
  ]);
});
