import { readFileSync } from 'node:fs';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { privateOffers } from '@usance/api/sale/private-offer';
import { callAs } from './calls.ts';
import { companyContract, newestStatement, type Person } from './demo.ts';

/** The values for the parameters of a route. */
interface Place {
  readonly contractId: string;
  readonly statementId: string;
  readonly offerId: string;
  readonly role: string;
  readonly policy: string;
}

export interface Screen {
  readonly name: string;
  /** The route of the screen, if it shows the route's usual state. */
  readonly route?: string;
  readonly refusals: readonly number[];
  open(page: Page, signInAs: (person: Person) => Promise<void>): Promise<void>;
}

/** Screens that other tests name, or that differ from an admin's usual view of a route. */
const named: readonly Screen[] = [
  { name: 'sign in', route: '/signin', refusals: [401], open: (page) => show(page, '/signin') },
  { name: 'sign up', route: '/signup', refusals: [401], open: (page) => show(page, '/signup') },
  { name: 'forgot password', route: '/forgot', refusals: [], open: (page) => show(page, '/forgot') },
  { name: 'book a demo', route: '/book-demo', refusals: [], open: (page) => show(page, '/book-demo') },
  asAdmin('data clouds as tiles', '/dataclouds'),
  asAdmin('data clouds as a table', '/dataclouds?view=table'),
  asAdmin('create data cloud', '/create-datacloud'),
  asAdmin('contracts', '/contracts'),
  asAdmin('contract overview', '/contracts/$contractId/overview'),
  asAdmin('roles', '/contracts/$contractId/access-control'),
  asAdmin('role', '/contracts/$contractId/access-control/$role'),
  asAdmin('roles of bills', '/billing-center/$contractId/access-control'),
  asAdmin(
    'role of bills',
    '/billing-center/$contractId/access-control/billing_viewer',
    '/billing-center/$contractId/access-control/$role',
  ),
  asAdmin('audit trail', '/contracts/$contractId/audit'),
  asAdmin('billing overview', '/billing-center/$contractId/income-expense'),
  asAdmin('cost analysis', '/billing-center/$contractId/cost-analysis'),
  asAdmin('budgets', '/billing-center/$contractId/budgets'),
  asAdmin('rows of usage', '/billing-center/$contractId/cost-analysis?view=rows'),
  asAdmin('statements', '/billing-center/$contractId/statements'),
  asAdmin('vouchers', '/billing-center/$contractId/vouchers'),
  asAdmin('private offers', '/billing-center/$contractId/private-offers'),
  asAdmin('marketplace', '/marketplace'),
  asAdmin('statement', '/billing-center/$contractId/statements/$statementId'),
  asAdmin('statement of the contract', '/contracts/$contractId/statements/$statementId'),
  asAdmin('account', '/account'),
  asAdmin('no such page', '/nowhere', '/$'),
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

/** These routes redirect, so they have no screen of their own. */
const leadAway = [
  ...['/', '/home', '/logout', '/billing-center/$contractId', '/contracts/$contractId'],
  '/billing-center/$contractId/cost-views/$viewId',
];

/** All screens: those above, and each route that none of them shows. */
export const screens: readonly Screen[] = [
  ...named,
  ...routes()
    .filter((route) => !leadAway.includes(route) && !named.some((screen) => screen.route === route))
    .map((route) => asAdmin(route, route)),
];

/** Reads the console's routes from the file that its build generates. */
function routes(): string[] {
  const tree = readFileSync(new URL('../../apps/console/src/routeTree.gen.ts', import.meta.url), 'utf8');
  const [, listed = ''] = /interface FileRoutesByTo \{([^}]*)\}/.exec(tree) ?? [];
  const found = [...listed.matchAll(/^ {2}'([^']+)':/gm)].map(([, path = '']) => path);
  if (found.length === 0) throw new Error('The table of routes has an unknown format');
  return found;
}

function asAdmin(name: string, address: string, route = address.split('?')[0] ?? address): Screen {
  return {
    name,
    route,
    refusals: [],
    open: async (page, signInAs) => {
      await signInAs('admin');
      const { id: contractId } = await companyContract(page.request);
      const { id: statementId } = await newestStatement(page.request, contractId);
      const offerId = address.includes('$offerId') ? await someOffer(page.request, contractId) : '';
      await show(page, filledIn(address, { contractId, statementId, offerId, role: 'viewer', policy: 'terms' }));
    },
  };
}

function filledIn(address: string, place: Place): string {
  const values = new Map<string, string>(Object.entries(place));
  return address.replace(/\$(\w+)/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`Say what stands for $${name} in ${address}`);
    return value;
  });
}

async function someOffer(request: APIRequestContext, contractId: string): Promise<string> {
  const {
    privateOffers: [offer],
  } = await callAs(request, privateOffers.list, { params: { id: contractId }, query: {} });
  if (offer === undefined) throw new Error('The demonstration has no private offer');
  return offer.id;
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  await shown(page);
}

/** Waits until a loaded page shows the data that it requested. */
export async function shown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}
