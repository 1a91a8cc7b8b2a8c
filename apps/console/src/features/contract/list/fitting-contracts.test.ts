import type { Contract } from '@usance/api/contract/contract';
import { expect, it } from 'vitest';
import { fittingContracts } from './fitting-contracts.ts';

const contractOf = (said: Partial<Contract>) =>
  ({ id: 'ct-a', signID: '20260101-0001', tags: '', name: '', buyerName: '', creator: '', ...said }) as Contract;
const northwind = contractOf({ id: 'ct-abc', tags: 'Northwind East', buyerName: 'Northwind Retail Ltd' });
const weather = contractOf({ id: 'ct-xyz', tags: '气象档案', creator: 'ada@usance.dev' });
const all = [northwind, weather];

it.each([
  ['', all],
  ['   ', all],
  ['northwind', [northwind]],
  ['retail EAST', [northwind]],
  ['档案', [weather]],
  ['ADA@', [weather]],
  ['ct-x', [weather]],
  ['20260101', all],
  ['east 档案', []],
])('the search «%s» finds its matches', (typed, found) => {
  expect(fittingContracts(all, typed)).toEqual(found);
});
