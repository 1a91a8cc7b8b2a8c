import { expect, it } from 'vitest';
import { aContract } from './contract.fixture.ts';
import { homeContract } from './home-contract.ts';

const { permissions } = aContract();
const of = (id: string, canReadDataclouds: boolean, canReadBilling: boolean) =>
  aContract({ id, permissions: { ...permissions, canReadDataclouds, canReadBilling } as typeof permissions });

it('leads a reader of bills without data clouds to the bills', () => {
  expect(homeContract([of('ct-none', false, false), of('ct-bills', false, true)])?.id).toBe('ct-bills');
});

it.each([
  ['who also reads data clouds somewhere', [of('ct-bills', false, true), of('ct-clouds', true, false)]],
  ['who reads no bills', [of('ct-none', false, false)]],
  ['who has no contract', []],
])('leads %s to the data clouds', (_, contracts) => {
  expect(homeContract(contracts)).toBeUndefined();
});
