import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { StatementSummary } from '@usance/api/billing/statement';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { availableBalanceQueries } from '../available-balance/available-balance.queries.ts';
import { bankQueries } from '../bank/bank.queries.ts';
import { frozenQueries } from '../frozen/frozen.queries.ts';
import { statementQueries } from './statement.queries.ts';
import { useApproveStatement } from './use-approve-statement.tsx';

afterEach(async () => {
  notifications.clean();
  vi.unstubAllGlobals();
  await page.viewport(1280, 800);
});

const statement = {
  id: 'stm-aaaa',
  contractId: 'ct-aaaa',
  contractName: 'Northwind',
  month: '2026-09',
  currency: 'USD',
  amount: '27731.80',
  marketplaceMetered: '126.90',
  payableAmount: '27604.90',
  undeductedAmount: '27604.90',
  start: '2026-09-01T00:00:00Z',
  dueDate: '2026-10-07',
} as StatementSummary;

function Stage() {
  const { approve, dialog } = useApproveStatement();
  return (
    <>
      <h1 tabIndex={-1}>Statements</h1>
      <button type="button" onClick={() => approve(statement)}>
        Open alone
      </button>
      <table>
        <tbody>
          <tr>
            <th>
              <a href="/statement">September 2026</a>
            </th>
            <td>
              <button type="button" onClick={() => approve(statement)}>
                Open
              </button>
            </td>
          </tr>
        </tbody>
      </table>
      {dialog}
    </>
  );
}

const details = {
  bankBalance: '79686.00',
  frozen: '100.00',
  unbilled: '24793.79',
  carriedCredit: '0',
  undeductedDue: '27604.90',
  undeductedOverDue: '12.00',
};
const august = { ...statement, id: 'stm-bbbb', month: '2026-08', payableAmount: '26000.00' };
/** Opens the dialog; `reply` answers the approval. */
async function open(reply: () => Promise<Response>, opener = 'Open', known = details): Promise<QueryClient> {
  vi.stubGlobal('fetch', vi.fn(reply));
  const client = new QueryClient();
  client.setQueryData<unknown>(availableBalanceQueries.detail('ct-aaaa').queryKey, { details: known });
  client.setQueryData<unknown>(statementQueries.before('ct-aaaa', statement.start).queryKey, { items: [august] });
  render(
    <QueryClientProvider client={client}>
      <Notifications limit={1} />
      <Stage />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: opener, exact: true }));
  return client;
}

const dialog = page.getByRole('dialog', { name: 'Approve the statement of September 2026' });
const approve = () => userEvent.click(dialog.getByRole('button', { name: 'Approve' }));

it('shows the effects now and later, the month and the amount', async () => {
  await open(async () => Response.json({ items: [] }));
  const effect =
    /^Approving makes this statement final.* On Oct 7, 2026, any unpaid amount is deducted from your cash balance/;
  for (const said of [effect, '$27,604.90', /^Northwind/, '$27,731.80', 'Billed by the marketplace', '$126.90'])
    await expect.element(dialog.getByText(said).first()).toBeVisible();
});

it('calculates with signs what is left of the cash, apart from the month before', async () => {
  await open(async () => Response.json({ items: [] }));
  await expect.element(dialog.getByText('Payable, August 2026')).toBeVisible();
  const lines = [...dialog.element().querySelectorAll('dl')].map((list) =>
    [...list.querySelectorAll('dt')].map((name) => `${name.textContent} ${name.nextElementSibling?.textContent}`),
  );
  expect(lines[0]).toContain('Payable, August 2026 $26,000.00');
  expect(lines[1]).toEqual([
    'Cash balance now $79,686.00',
    'Frozen −$100.00',
    'Other amounts due −$12.00',
    'This statement −$27,604.90',
    'Cash left after these payments =$51,969.10',
    'Used since, not billed yet $24,793.79',
  ]);
});

it('names no amount of zero as taken', async () => {
  await open(async () => Response.json({ items: [] }), 'Open', { ...details, frozen: '0', undeductedOverDue: '0' });
  await expect.element(dialog.getByText('This statement')).toBeVisible();
  for (const name of ['Frozen', 'Other amounts due'])
    await expect.element(dialog.getByText(name)).not.toBeInTheDocument();
});

it('keeps its buttons in one line on a phone', async () => {
  await page.viewport(390, 800);
  await open(async () => Response.json({ items: [] }));
  const top = (name: string) => dialog.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
  await expect.element(dialog.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect([top('Dispute it instead'), top('Cancel')]).toEqual([top('Approve'), top('Approve')]);
});

it('lets nobody wait for figures that cannot be loaded', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () =>
      Response.json(
        { code: 503, reason: 'UNAVAILABLE', message: 'Busy.', metadata: {}, requestId: 'r' },
        { status: 503 },
      ),
    ),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Stage />
    </QueryClientProvider>,
  );
  await userEvent.click(page.getByRole('button', { name: 'Open alone' }));
  await expect.element(dialog.getByRole('button', { name: 'Approve' })).toBeEnabled();
});

it('refetches the contract’s statements, balances, cash and holds, and no other contract’s', async () => {
  const client = await open(async () => Response.json({ items: [] }));
  const keysOf = (id: string) => [
    statementQueries.list(id, {}).queryKey,
    availableBalanceQueries.detail(id).queryKey,
    bankQueries.details(id, {}).queryKey,
    frozenQueries.details(id, {}).queryKey,
  ];
  for (const key of [...keysOf('ct-aaaa'), ...keysOf('ct-bbbb')])
    client.setQueryData<unknown>(key, { details, items: [] });
  await approve();
  await expect.element(page.getByText('The statement of September 2026 is approved.')).toBeVisible();
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(keysOf('ct-aaaa').map(isStale)).toEqual([true, true, true, true]);
  expect(keysOf('ct-bbbb').map(isStale)).toEqual([false, false, false, false]);
});

it.each([
  ['the row’s name, where it stands in a list', 'Open', 'link', 'September 2026'],
  ['the name of the page, where it stands beside it', 'Open alone', 'heading', 'Statements'],
] as const)(
  'moves the focus after the approval to %s, since its button is gone',
  async (_where, opener, role, name) => {
    await open(async () => Response.json({ items: [] }), opener);
    await approve();
    await expect.element(page.getByRole(role, { name })).toHaveFocus();
  },
);

it('returns the focus to its button without an approval', async () => {
  await open(async () => Response.json({ items: [] }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('button', { name: 'Open', exact: true })).toHaveFocus();
});

it('shows a failed write, and no approval', async () => {
  const refusal = { code: 503, reason: 'UNAVAILABLE', message: 'Busy.', metadata: {}, requestId: 'req-1' };
  await open(async () => Response.json(refusal, { status: 503 }));
  await approve();
  await expect.element(dialog.getByRole('alert').getByText('Approve: this did not go through')).toBeVisible();
  await expect.element(page.getByText(/is approved/)).not.toBeInTheDocument();
});
