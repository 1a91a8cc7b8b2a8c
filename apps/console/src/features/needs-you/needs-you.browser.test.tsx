import { QueryClient } from '@tanstack/react-query';
import type { AvailableBalance, Runway } from '@usance/api/billing/available-balance';
import type { StatementSummary } from '@usance/api/billing/statement';
import { type Contract, toldContracts } from '@usance/api/contract/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { stubbedFetch } from '../../testing/stubbed-fetch.ts';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { runwayQueries } from '../available-balance/runway.queries.ts';
import { budgetQueries } from '../budget/budget.queries.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { aPrivateOffer } from '../private-offer/private-offer.fixture.ts';
import { needsYouQueries } from './needs-you.queries.ts';
import { NeedsYou } from './needs-you.tsx';

const fetch = stubbedFetch();
const permissions = { ...aContract().permissions } as NonNullable<Contract['permissions']>;

const contract = { id: 'ct-aaaaaaaaaaaa', currency: 'USD', billingZone: 'UTC' } as Contract;
const balance = {
  currency: 'USD',
  availableBalance: '-9693.79',
  details: { bankBalance: '79686.00', frozen: '0', undeductedOverDue: '0' },
} as AvailableBalance;
const statement = (given: Partial<StatementSummary>) =>
  ({
    id: 'stm-aaaa',
    month: '2026-10',
    dueDate: '2026-11-30',
    undeductedAmount: '27604.90',
    overdue: false,
    confirmState: 'confirmed',
    permissions: { canConfirm: false, canDownload: true },
    ...given,
  }) as StatementSummary;
const unconfirmed = { confirmState: 'unconfirmed', permissions: { canConfirm: true, canDownload: false } } as const;

function show(statements: readonly StatementSummary[], offers: readonly object[] = [], runway?: Partial<Runway>) {
  fetch.mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient();
  client.setQueryData<unknown>(availableBalanceQueries.detail(contract.id).queryKey, balance);
  const lists = { items: statements, totalSize: statements.length };
  client.setQueryData<unknown>(needsYouQueries.statements(contract.id).queryKey, lists);
  client.setQueryData<unknown>(needsYouQueries.offers(contract.id).queryKey, {
    items: offers,
    totalSize: offers.length,
  });
  if (runway) client.setQueryData<unknown>(runwayQueries.of(contract.id).queryKey, runway);
  renderWithRoutes(client, () => (
    <>
      <h1>Overview</h1>
      <NeedsYou contracts={[contract]} />
    </>
  ));
}
const links = () =>
  page
    .getByRole('link')
    .elements()
    .map((link) => link.textContent);

it('names the approval, the payment and the offer that wait, each with its day', async () => {
  const confirmationDeadline = Date.parse('2026-12-03T12:00:00Z') / 1000;
  show([statement(unconfirmed)], [aPrivateOffer({ confirmationDeadline })]);
  await expect.element(page.getByRole('region', { name: 'Needs your attention' })).toBeVisible();
  expect(links()).toEqual([
    'The statement of October 2026 waits for approval before Nov 30, 2026',
    '$27,604.90 leaves your cash on Nov 30, 2026; $52,081.10 remains in cash, not frozen',
    'A private offer waits for your answer until Dec 3, 2026',
  ]);
});

it('counts several approvals, and names the first day', async () => {
  show([statement({ ...unconfirmed, dueDate: '2026-12-07' }), statement({ ...unconfirmed, id: 'stm-bbbb' })]);
  await expect.element(page.getByText('2 statements wait for approval, the first before Nov 30, 2026')).toBeVisible();
});

it('asks nobody to approve who may not', async () => {
  show([statement({ confirmState: 'unconfirmed' })]);
  await expect.element(page.getByText(/leaves your cash/)).toBeVisible();
  expect(links()).toHaveLength(1);
});

it('names the budgets about which the reader decides, and begins with what is urgent', async () => {
  const manages = { ...contract, permissions: { ...permissions, canManageBilling: true } };
  fetch.mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient();
  client.setQueryData<unknown>(needsYouQueries.statements(contract.id).queryKey, { items: [statement(unconfirmed)] });
  client.setQueryData<unknown>(budgetQueries.all(contract.id).queryKey, {
    items: [
      { id: 'bud-a', name: 'Search', state: 'asked' },
      { id: 'bud-b', name: 'Reports', state: 'stopped' },
      { id: 'bud-c', name: 'All', state: 'reached' },
    ],
  });
  renderWithRoutes(client, () => <NeedsYou contracts={[manages]} />);
  await expect.element(page.getByText('The budget Reports has stopped data clouds')).toBeVisible();
  expect(links()).toEqual([
    'The budget Reports has stopped data clouds',
    'The cost has reached the budget Search: continue?',
    'The statement of October 2026 waits for approval before Nov 30, 2026',
  ]);
});

it('is absent if nothing waits', async () => {
  show([statement({ undeductedAmount: '0' })]);
  await expect.element(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect.element(page.getByText('Needs your attention')).not.toBeInTheDocument();
});

it('says what is missing if the cash does not suffice', async () => {
  show([statement({ undeductedAmount: '80000.00' })]);
  await expect
    .element(page.getByText('$80,000.00 leaves your cash on Nov 30, 2026, but $314.00 is missing'))
    .toBeVisible();
});

it('begins with a balance below zero, which within its credit limit ends on no day', async () => {
  show([statement(unconfirmed)], [], { countdown: { period: 'overdraft' } });
  await expect.element(page.getByText('Needs your attention')).toBeVisible();
  expect(links()[0]).toBe('The available balance is $9,693.79 below zero');
});

it('says when the extension period begins, if a payment keeps it away', async () => {
  show([statement(unconfirmed)], [], { countdown: { period: 'overdraft', end: '2026-12-03T00:00:00Z' } });
  await expect.element(page.getByText('Needs your attention')).toBeVisible();
  expect(links()[0]).toBe(
    'The available balance is $9,693.79 below zero; the extension period begins on Dec 3, 2026, 00:00 UTC',
  );
});

it.each(['destructionPeriod', 'extensionPeriod'] as const)(
  'tells no balance in %s, which ends on no day',
  async (period) => {
    show([statement(unconfirmed)], [], { countdown: { period } });
    await expect.element(page.getByText('Needs your attention')).toBeVisible();
    expect(links()[0]).toContain('The statement of October 2026');
  },
);

it('says how long the balance lasts once that is less than two months', async () => {
  show([], [], { outlook: 'runsOut', days: 41, day: '2026-12-27' });
  const link = page.getByRole('link', { name: 'Runway 41 days: the balance lasts until Dec 27, 2026' });
  await expect.element(link).toHaveAttribute('href', `/contracts/${contract.id}/payment-methods`);
});

it('counts down the period of an account that is no longer normal', async () => {
  const countdown = { period: 'suspensionPeriod', end: '2026-12-03T00:00:00Z' } as const;
  show([], [], { outlook: 'countdown', countdown });
  await expect.element(page.getByText('Suspension period until Dec 3, 2026, 00:00 UTC')).toBeVisible();
});

it('keeps silent about a balance that lasts longer', async () => {
  show([], [], { outlook: 'runsOut', days: 61, day: '2027-01-16' });
  await expect.element(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect.element(page.getByText('Needs your attention')).not.toBeInTheDocument();
});

it('names the contracts if it tells of several, and asks nothing of a study', async () => {
  const other = { ...contract, id: 'ct-bbbbbbbbbbbb', tags: 'Contoso' };
  const study = { ...contract, id: 'ct-cccccccccccc', tags: 'Study' };
  fetch.mockImplementation(() => new Promise(() => undefined));
  const client = new QueryClient();
  for (const { id } of [contract, other, study]) {
    const own = { ...balance, isStudy: id === study.id };
    client.setQueryData<unknown>(availableBalanceQueries.detail(id).queryKey, own);
    client.setQueryData<unknown>(needsYouQueries.statements(id).queryKey, { items: [statement(unconfirmed)] });
  }
  renderWithRoutes(client, () => <NeedsYou contracts={[{ ...contract, tags: 'Northwind' }, other, study]} />);
  await expect.element(page.getByText('Contoso').first()).toBeVisible();
  expect(page.getByText('Northwind').elements()).toHaveLength(2);
  await expect.element(page.getByText('Study')).not.toBeInTheDocument();
});

it('tells of the contracts whose bills the reader may see, of four at most', () => {
  const may = (canReadBilling: boolean) => aContract({ permissions: { ...permissions, canReadBilling } });
  expect(toldContracts([may(false), may(true), may(false)])).toHaveLength(1);
  expect(toldContracts(Array.from({ length: 6 }, () => may(true)))).toHaveLength(4);
});
