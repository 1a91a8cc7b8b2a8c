import { expect, type Page } from '@playwright/test';
import { companyContract, newestStatement, type Person } from './demo.ts';

interface Place {
  readonly contractId: string;
  readonly statementId: string;
}

export interface Screen {
  readonly name: string;
  readonly refusals: readonly number[];
  open(page: Page, signInAs: (person: Person) => Promise<void>): Promise<void>;
}

/** Every screen with data on it, and those that say why there is none. */
export const screens: readonly Screen[] = [
  { name: 'sign in', refusals: [401], open: (page) => show(page, '/signin') },
  { name: 'sign up', refusals: [401], open: (page) => show(page, '/signup') },
  { name: 'forgot password', refusals: [], open: (page) => show(page, '/forgot') },
  { name: 'book a demo', refusals: [], open: (page) => show(page, '/book-demo') },
  asAdmin('data clouds as tiles', () => '/dataclouds'),
  asAdmin('data clouds as a table', () => '/dataclouds?view=table'),
  asAdmin('create data cloud', () => '/create-datacloud'),
  asAdmin('contracts', () => '/contracts'),
  asAdmin('contract overview', ({ contractId }) => `/contracts/${contractId}/overview`),
  asAdmin('roles', ({ contractId }) => `/contracts/${contractId}/access-control`),
  asAdmin('role', ({ contractId }) => `/contracts/${contractId}/access-control/viewer`),
  asAdmin('roles of bills', ({ contractId }) => `/billing-center/${contractId}/access-control`),
  asAdmin('audit trail', ({ contractId }) => `/contracts/${contractId}/audit`),
  asAdmin('billing overview', ({ contractId }) => `/billing-center/${contractId}/income-expense`),
  asAdmin('cost analysis', ({ contractId }) => `/billing-center/${contractId}/cost-analysis`),
  asAdmin('statements', ({ contractId }) => `/billing-center/${contractId}/statements`),
  asAdmin('vouchers', ({ contractId }) => `/billing-center/${contractId}/vouchers`),
  asAdmin('private offers', ({ contractId }) => `/billing-center/${contractId}/private-offers`),
  asAdmin('marketplace', () => '/marketplace'),
  asAdmin('statement', ({ contractId, statementId }) => `/billing-center/${contractId}/statements/${statementId}`),
  asAdmin(
    'statement of the contract',
    ({ contractId, statementId }) => `/contracts/${contractId}/statements/${statementId}`,
  ),
  asAdmin('account', () => '/account'),
  asAdmin('no such page', () => '/nowhere'),
  {
    name: 'refused page',
    refusals: [403],
    open: async (page, signInAs) => {
      await signInAs('viewer');
      const { id } = await companyContract(page.request);
      await show(page, `/billing-center/${id}/income-expense`);
    },
  },
  {
    name: 'welcome',
    refusals: [],
    open: async (page, signInAs) => {
      await signInAs('new');
      await show(page, '/dataclouds');
    },
  },
];

function asAdmin(name: string, pathOf: (place: Place) => string): Screen {
  return {
    name,
    refusals: [],
    open: async (page, signInAs) => {
      await signInAs('admin');
      const { id: contractId } = await companyContract(page.request);
      const { id: statementId } = await newestStatement(page.request, contractId);
      await show(page, pathOf({ contractId, statementId }));
    },
  };
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await shown(page);
}

/** Waits until a page that has loaded holds what it asked for. */
export async function shown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
