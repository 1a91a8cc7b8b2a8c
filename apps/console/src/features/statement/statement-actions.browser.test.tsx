import { QueryClient } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { StatementActions } from './statement-actions.tsx';

afterEach(() => page.viewport(1280, 800));

const show = (given: Partial<Statement>) => {
  const permissions = { canConfirm: true, canDownload: true };
  const statement = { contractId: 'ct-aaaa', start: '2026-10-01T00:00:00Z', confirmState: 'confirmed', permissions };
  renderWithRoutes(new QueryClient(), () => <StatementActions statement={{ ...statement, ...given } as Statement} />);
};

it('links from an overdue statement to the payment page', async () => {
  show({ overdue: true });
  const link = page.getByRole('link', { name: 'How to pay' });
  await expect.element(link).toHaveAttribute('href', '/contracts/ct-aaaa/payment-methods');
});

it('offers no payment for a statement that is not late', async () => {
  show({ overdue: false });
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'How to pay' })).not.toBeInTheDocument();
});

it.each([
  ['Approve', 'confirmed', 'It is already approved.'],
  ['Approve', 'manualProcessing', 'It is under review.'],
  ['Approve', 'unconfirmed', 'Only the roles admin and billing_admin of the contract can approve statements.'],
  ['Download', 'unconfirmed', 'It can be downloaded once it is approved.'],
] as const)('says why %s cannot be used for a statement that is %s', async (name, confirmState, why) => {
  show({ confirmState, permissions: { canConfirm: false, canDownload: false } });
  const button = page.getByRole('button', { name });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.hover(button);
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(why);
});

it('keeps the focus on a button that can no longer be used', async () => {
  const statement = { contractId: 'ct-aaaa', start: '2026-10-01T00:00:00Z', permissions: { canConfirm: true } };
  let becomes: (state: Statement['confirmState']) => void = () => undefined;
  renderWithRoutes(new QueryClient(), () => {
    const [confirmState, setConfirmState] = useState<Statement['confirmState']>('unconfirmed');
    becomes = setConfirmState;
    return <StatementActions statement={{ ...statement, confirmState } as Statement} />;
  });
  const button = page.getByRole('button', { name: 'Approve' });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  becomes('confirmed');
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button).toHaveFocus();
});

it.each([
  [1024, ['Download', 'Dispute', 'Approve']],
  [390, ['Approve', 'Download', 'Dispute']],
])('puts the approval where it is seen, at a width of %s pixels', async (width, names) => {
  await page.viewport(width, 800);
  show({ confirmState: 'unconfirmed' });
  const buttons = page.getByRole('button');
  await expect.poll(() => buttons.elements().map(({ textContent }) => textContent)).toEqual(names);
});
