import { QueryClient } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { scriptedServer } from '../../testing/scripted-server.ts';
import { StatementActions } from './statement-actions.tsx';
import { StatementDispute } from './statement-dispute.tsx';

const statement = {
  id: 'stm-aaaaaaaa',
  contractId: 'ct-aaaaaaaa',
  month: '2026-09',
  start: '2026-09-01T00:00:00Z',
  confirmState: 'unconfirmed',
  permissions: { canConfirm: true, canDownload: false },
} as Statement;
const amounts = [
  ...['amount', 'marketplaceMetered', 'voucherDeducted', 'creditApplied', 'payableAmount'],
  ...['cashDeducted', 'creditDeducted', 'undeductedAmount', 'credited'],
].flatMap((name) => [
  [name, '0.00000000'],
  [`${name}Formatted`, '$0.00'],
]);
const disputed = {
  ...statement,
  ...Object.fromEntries(amounts),
  ...{ contractName: 'Northwind', customerName: 'Northwind', currency: 'USD', end: '2026-10-01T00:00:00Z' },
  ...{ cycleStart: '2026-09-01', cycleEnd: '2026-09-30', statementDate: '2026-10-02', dueDate: '2026-10-07' },
  ...{ signedAt: '2026-10-02T09:00:00Z', confirmedAt: null, deductState: 'undeducted', overdue: false },
  confirmState: 'manualProcessing',
  dispute: { at: '2026-10-03T20:00:00Z', by: 'ada@example.com', reason: 'We paused it.' },
};
const show = (given: Partial<Statement> = {}) =>
  renderWithRoutes(new QueryClient(), () => <StatementActions statement={{ ...statement, ...given }} />);
const { replies, asked } = scriptedServer(2);
const dialog = page.getByRole('dialog', { name: 'Dispute the statement of September 2026' });

it('sends the reason, and only with one', async () => {
  replies.set('POST stm-aaaaaaaa/dispute', [[200, disputed]]);
  show();
  await page.getByRole('button', { name: 'Dispute' }).click();
  const send = dialog.getByRole('button', { name: 'Dispute' });
  await send.click();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Say what is wrong.');
  expect(asked).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(' We paused it. ');
  await send.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(asked).toEqual([{ to: 'POST stm-aaaaaaaa/dispute', body: { reason: 'We paused it.' } }]);
});

it('is offered where one is asked to approve', async () => {
  show({ currency: 'USD', payableAmount: '80.00', marketplaceMetered: '0', dueDate: '2026-10-07' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: 'Dispute it instead' }).click();
  await expect.element(dialog).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: /^Approve/ })).not.toBeInTheDocument();
});

it('stays open with the refusal if a colleague was faster', async () => {
  const metadata = { statementID: statement.id, month: statement.month, confirmState: 'confirmed' };
  const body = { code: 409, reason: 'STATEMENT_STATE_CONFLICT', message: 'No', metadata, requestId: 'req-1' };
  replies.set('POST stm-aaaaaaaa/dispute', [[409, body]]);
  show();
  await page.getByRole('button', { name: 'Dispute' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('We paused it.');
  await dialog.getByRole('button', { name: 'Dispute' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
});

it.each([
  ['by a role that may not', { permissions: { canConfirm: false, canDownload: false } }],
  ['once it is approved', { confirmState: 'confirmed', permissions: { canConfirm: false, canDownload: true } }],
] as const)('cannot be disputed %s', async (_, given) => {
  show(given);
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Dispute' })).not.toBeInTheDocument();
});

const showDispute = (dispute: NonNullable<Statement['dispute']>, credited = '0') => {
  const of = { credited, currency: 'USD' } as const;
  renderWithRoutes(new QueryClient(), () => <StatementDispute statement={of} dispute={dispute} zone="Asia/Shanghai" />);
};

it('says who disputed it, on which day of the billing zone, and why', async () => {
  showDispute(disputed.dispute);
  const section = page.getByRole('region', { name: 'In dispute' });
  await expect.element(section.getByText('Oct 4, 2026')).toBeVisible();
  await expect.element(section.getByText('ada@example.com')).toBeVisible();
  await expect.element(section.getByText('We paused it.')).toBeVisible();
});

it.each([
  ['40', /^We credited \$40\.00\./],
  ['0', /^We credited nothing\./],
])('says when it was decided, and what was credited: %s', async (credited, outcome) => {
  showDispute({ ...disputed.dispute, decidedAt: '2026-10-08T20:00:00Z' }, credited);
  const section = page.getByRole('region', { name: 'Dispute, decided' });
  await expect.element(section.getByText('Oct 9, 2026')).toBeVisible();
  await expect.element(section.getByText('ada@example.com')).toBeVisible();
  await expect.element(section.getByText(outcome)).toBeVisible();
});
