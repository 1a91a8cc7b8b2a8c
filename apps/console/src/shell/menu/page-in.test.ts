import { expect, it } from 'vitest';
import { aContract } from '../../features/contract/contract.fixture.ts';
import type { MenuItem } from './menu.ts';
import { pageIn } from './page-in.ts';

const page = (to: string, more: Partial<MenuItem> = {}): MenuItem => ({
  to,
  label: to,
  icon: undefined,
  auth: undefined,
  opensTab: false,
  goKey: undefined,
  ...more,
});
const overview = '/contracts/$contractId/overview';
const statements = '/billing-center/$contractId/statements/';
const pages = [
  page('/billing-center/$contractId/', { auth: 'blacklist', opensTab: true }),
  page(overview),
  page('/contracts/$contractId/audit', { auth: 'canAdminister' }),
  page(statements, { auth: 'canReadBilling' }),
];
const { permissions } = aContract();
const withoutBills = aContract({ permissions: { ...permissions, canReadBilling: false } as typeof permissions });

it.each([
  ['a list', statements, statements],
  ['a detail, to its list', '/billing-center/$contractId/statements/$statementId', statements],
  ['a page of the contract', '/contracts/$contractId/audit', '/contracts/$contractId/audit'],
  ['a page in no menu, to the overview', '/contracts/$contractId/statements/$statementId', overview],
])('keeps %s', (_what, route, kept) => {
  expect(pageIn(aContract(), route, pages)).toBe(kept);
});

it('leads to the overview where the reader may not open the page', () => {
  expect(pageIn(withoutBills, statements, pages)).toBe(overview);
});
