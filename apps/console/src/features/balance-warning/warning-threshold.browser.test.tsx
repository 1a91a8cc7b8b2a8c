import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { BalanceWarning } from '@usance/api/billing/balance-warning';
import type { Contract } from '@usance/api/contract/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../testing/render.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { balanceWarningQueries } from './balance-warning.queries.ts';
import { WarningThreshold } from './warning-threshold.tsx';

const { replies, asked } = scriptedServer(2);
afterEach(() => notifications.clean());

const id = 'ct-aaaaaaaa';
const [reading, setting] = [`GET ${id}/balance-warning`, `PUT ${id}/balance-warning`];
const kept = (threshold: string): BalanceWarning => ({
  contractId: id,
  currency: 'USD',
  threshold,
  thresholdFormatted: threshold,
});

function show(canManageBilling = true) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const contract = { id, currency: 'USD', permissions: { canManageBilling } } as unknown as Contract;
  render([
    <Notifications key="messages" limit={1} />,
    <QueryClientProvider key="form" client={client}>
      <WarningThreshold contract={contract} />
    </QueryClientProvider>,
  ]);
  return (threshold: string) => client.setQueryData(balanceWarningQueries.detail(id).queryKey, kept(threshold));
}
const field = page.getByRole('textbox', { name: 'Warn below, in USD' });
const save = page.getByRole('button', { name: 'Save' });
const sent = () => asked.filter(({ to }) => to === setting).map(({ body }) => body);

describe('the balance warning threshold', () => {
  it('is 0.00 by default', async () => {
    replies.set(reading, [[200, kept('0')]]);
    show();
    await expect.element(field).toHaveValue('0.00');
  });

  it('confirms that it was set', async () => {
    replies.set(reading, [[200, kept('1234.50000000')]]);
    replies.set(setting, [[200, kept('2000.12345678')]]);
    show();
    await expect.element(field).toHaveValue('1234.50');
    await userEvent.fill(field, '2000.12345678');
    await userEvent.click(save);
    await expect.element(page.getByText('Update successfully')).toBeVisible();
    await expect.element(field).toHaveValue('2000.12345678');
    expect(sent()).toEqual([{ threshold: '2000.12345678' }]);
  });

  it('follows a colleague’s change, unless the reader is typing', async () => {
    replies.set(reading, [[200, kept('5')]]);
    replies.set(setting, [[200, kept('9')]]);
    const setElsewhere = show();
    await expect.element(field).toHaveValue('5.00');
    setElsewhere('7');
    await expect.element(field).toHaveValue('7.00');
    await userEvent.fill(field, '9');
    setElsewhere('8');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Update successfully')).toBeVisible();
    expect(sent()).toEqual([{ threshold: '9' }]);
    await expect.element(field).toHaveValue('9.00');
    await expect.element(field).toHaveFocus();
  });

  it.each([
    ['', 'Must not be empty'],
    ['-1', 'Must be a number of 0 or more with at most 8 decimal places'],
    ['1,000', 'Must be a number of 0 or more with at most 8 decimal places'],
    ['a lot', 'Must be a number of 0 or more with at most 8 decimal places'],
  ])('is a number of 0 or more: %j is not sent', async (said, why) => {
    replies.set(reading, [[200, kept('5')]]);
    show();
    await userEvent.fill(field, said);
    await userEvent.click(save);
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(field).toHaveFocus();
    expect(save.element().getBoundingClientRect().top).toBeCloseTo(field.element().getBoundingClientRect().top);
    expect(sent()).toEqual([]);
  });

  it('shows why it was refused, and keeps the entry', async () => {
    replies.set(reading, [[200, kept('5')]]);
    const body = { code: 403, reason: 'NO_PERMISSION', message: 'No.', metadata: {}, requestId: 'r' };
    replies.set(setting, [[403, body]]);
    show();
    await userEvent.fill(field, '9');
    await userEvent.click(save);
    await expect.element(page.getByRole('alert').getByText('You do not have permission to do this.')).toBeVisible();
    await expect.element(field).toHaveValue('9');
  });

  it('is read-only without the permission to set it', async () => {
    replies.set(reading, [[200, kept('5')]]);
    show(false);
    await expect.element(field).toHaveValue('5.00');
    await expect.element(field).toBeDisabled();
    await expect.element(save).not.toBeInTheDocument();
  });

  it('shows why it could not be loaded', async () => {
    replies.set(reading, [[500, { code: 500, reason: 'INTERNAL', message: 'No.', metadata: {}, requestId: 'r-1' }]]);
    show();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
