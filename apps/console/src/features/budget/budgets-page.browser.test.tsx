import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Budget } from '@usance/api/billing/budget';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { aContract } from '../contract/contract.fixture.ts';
import { contractQueries } from '../contract/contract.queries.ts';
import { BudgetsPage } from './budgets-page.tsx';

const { replies, asked } = scriptedServer(2);
afterEach(async () => {
  notifications.clean();
  setLocale('en');
  await page.viewport(1280, 800);
});

const id = aContract().id;
const reading = `GET ${id}/budgets?pageSize=50`;
const goingOn = 'POST bud-aaaa/go-on';
const aBudget = (said: Partial<Budget> = {}): Budget => ({
  id: 'bud-aaaa',
  contractId: id,
  name: 'Search team',
  currency: 'USD',
  amount: '1000.00000000',
  amountFormatted: '$1,000.00',
  filter: { tag: ['team=search'] },
  warnings: [50, 80],
  forecastWarnings: [],
  atLimit: 'stop',
  month: '2026-10',
  state: 'stopped',
  spent: { amount: '1250.5', amountFormatted: '$1,250.50', percent: '125.1', gmtCounted: '2026-10-15T12:00:00Z' },
  gmtCreated: '2026-10-01T00:00:00Z',
  ...said,
});
const listed = (...items: Budget[]) =>
  replies.set(reading, [[200, { items, pageNum: 1, pageSize: 50, totalSize: items.length }]]);

function show(canManageBilling = true) {
  const contract = aContract();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const permissions = contract.permissions && { ...contract.permissions, canManageBilling };
  client.setQueryData(contractQueries.detail(id).queryKey, aContract({ ...(permissions && { permissions }) }));
  render([
    <Notifications key="messages" limit={1} />,
    <QueryClientProvider key="page" client={client}>
      <BudgetsPage contractId={id} />
    </QueryClientProvider>,
  ]);
}
const row = page.getByRole('row', { name: /Search team/ });
const sent = (to: string) => asked.filter((each) => each.to === to).map(({ body }) => body);

describe('the list of budgets', () => {
  it('says what each counts, how far its month is, and what happens at the amount', async () => {
    listed(aBudget());
    show(false);
    await expect.element(row.getByText('Tags: team: search')).toBeVisible();
    await expect.element(row.getByText('$1,250.50 · 125.1%')).toBeVisible();
    await expect.element(row.getByText('Stopped')).toBeVisible();
    await expect.element(row.getByText('50%, 80%')).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: /Edit/ })).not.toBeInTheDocument();
  });

  it('says that a new one is being counted', async () => {
    const { spent: _, ...uncounted } = aBudget({ state: 'within' });
    listed(uncounted);
    show();
    await expect.element(row.getByText('Counted within a minute')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /Continue/ })).not.toBeInTheDocument();
  });
});

it('says that a budget has warned, which looks unlike one that has not', async () => {
  const spent = { amount: '826', amountFormatted: '$826.00', percent: '82.6', gmtCounted: '2026-10-15T12:00:00Z' };
  const calm = { ...spent, amount: '499.99', amountFormatted: '$499.99', percent: '50.0' };
  listed(
    aBudget({ state: 'within', spent }),
    aBudget({ id: 'bud-bbbb', name: 'Calm team', state: 'within', spent: calm }),
  );
  show();
  const warned = row.getByText('Warned at 80%');
  await expect.element(warned).toHaveAttribute('data-tone', 'warn');
  expect(row.element().querySelector('[data-reached="warn"]')).not.toBeNull();
  const other = page.getByRole('row', { name: /Calm team/ });
  await expect.element(other.getByText('Within')).toHaveAttribute('data-tone', 'good');
  expect(other.element().querySelector('[data-reached]')).toBeNull();
});

it('a reader who may continues, after a question with the figures', async () => {
  listed(aBudget());
  replies.set(goingOn, [[200, aBudget({ state: 'goneOn' })]]);
  show();
  await page.getByRole('button', { name: 'Continue this month: Search team' }).click();
  const question = page.getByRole('dialog', { name: 'Continue although the budget is reached?' });
  await expect
    .element(
      question.getByText(
        'The cost of this month is $1,250.50, and the budget Search team is $1,000.00. Data clouds that it stopped resume within a minute.',
      ),
    )
    .toBeVisible();
  await question.getByRole('button', { name: 'Continue this month' }).click();
  await expect.element(page.getByText('Continued this month')).toBeVisible();
  expect(sent(goingOn)).toHaveLength(1);
});

it('says what the month is expected to come to, if the budget warns by it', async () => {
  const expected = { amount: '2100.25', amountFormatted: '$2,100.25', percent: '210.0' };
  listed(aBudget({ forecastWarnings: [100], expected }));
  show();
  await expect.element(row.getByText('Expected $2,100.25 · 210.0%')).toBeVisible();
  await expect.element(row.getByText('50%, 80%; forecast: 100%')).toBeInTheDocument();
});

describe('the form', () => {
  it('sets a budget, and names the field of a wrong share', async () => {
    listed();
    replies.set(`POST ${id}/budgets`, [[200, aBudget()]]);
    show();
    await page.getByRole('button', { name: 'Add a budget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a budget' });
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'All');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Amount a month, in USD' }), '1000.5');
    const shares = dialog.getByRole('textbox', { name: 'Warn at, in percent of the amount' });
    await userEvent.fill(shares, '50, x');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(shares).toBeInvalid();
    expect(sent(`POST ${id}/budgets`)).toEqual([]);
    await userEvent.fill(shares, '50, 80');
    const ofForecast = dialog.getByRole('textbox', {
      name: 'Warn when the forecast reaches, in percent of the amount',
    });
    await userEvent.fill(ofForecast, '100 120');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('The budget is saved')).toBeVisible();
    expect(sent(`POST ${id}/budgets`)).toEqual([
      { name: 'All', amount: '1000.5', filter: {}, warnings: [50, 80], forecastWarnings: [100, 120], atLimit: 'tell' },
    ]);
  });

  it('copies the filters of a saved view, and names those that it cannot count by', async () => {
    listed();
    const filter = { cloudProvider: ['aws'], tag: ['team=search'], edition: ['ENTERPRISE'], objectID: ['wh-1'] };
    const view = {
      ...{ id: 'view-aaaa', contractId: id, name: 'Team', shared: false, isMine: true, maker: 'me@example.com' },
      analysis: { range: 'this-month', compare: 'off', groupBy: 'product', includeZeroAmount: true, filter },
      ...{ mayChange: true, mail: 'none', gmtCreated: '2026-10-01T00:00:00Z' },
    };
    replies.set(`GET ${id}/cost-views?pageSize=1000`, [
      [200, { items: [view], pageNum: 1, pageSize: 1_000, totalSize: 1 }],
    ]);
    replies.set(`POST ${id}/budgets`, [[200, aBudget()]]);
    show();
    await page.getByRole('button', { name: 'Add a budget' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a budget' });
    await dialog.getByRole('combobox', { name: 'As in a saved view' }).click();
    await page.getByRole('option', { name: 'Team' }).click();
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent(
        'The filters of the view are copied. If the view changes later, the budget stays as it is. ' +
          'A budget cannot count by these, so they are left out: Edition, Object.',
      );
    await expect.element(dialog.getByText('team: search')).toBeVisible();
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Team');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Amount a month, in USD' }), '10');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('The budget is saved')).toBeVisible();
    expect(sent(`POST ${id}/budgets`)).toMatchObject([{ filter: { cloudProvider: ['aws'], tag: ['team=search'] } }]);
    expect(sent(`POST ${id}/budgets`)).not.toMatchObject([{ filter: { edition: ['ENTERPRISE'] } }]);
  });

  it('begins with the terms of the budget that it changes', async () => {
    listed(aBudget());
    show();
    await page.getByRole('button', { name: 'Edit: Search team' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the budget Search team' });
    await expect.element(dialog.getByRole('textbox', { name: 'Amount a month, in USD' })).toHaveValue('1000');
    await expect.element(dialog.getByText('team: search')).toBeVisible();
  });
});

it('hides nothing behind the actions on a tablet, in Chinese', async () => {
  await page.viewport(736, 800);
  setLocale('zh');
  const spent = {
    amount: '29736',
    amountFormatted: '￥29,736.00',
    percent: '82.6',
    gmtCounted: '2026-10-15T12:00:00Z',
  };
  const amounts = { currency: 'CNY', amount: '36000.00000000', amountFormatted: '￥36,000.00' } as const;
  listed(aBudget({ ...amounts, atLimit: 'ask', state: 'within', spent }));
  show();
  const limit = page.getByRole('cell', { name: '询问管理员是否继续' });
  await expect.element(limit).toBeVisible();
  const edit = page.getByRole('button', { name: /^编辑/ });
  const actionsLeft = () => edit.element().closest('td')?.getBoundingClientRect().left ?? 0;
  await expect.poll(() => limit.element().getBoundingClientRect().right - actionsLeft()).toBeLessThanOrEqual(0);
  expect(limit.element().scrollWidth).toBeLessThanOrEqual(limit.element().clientWidth);
});
