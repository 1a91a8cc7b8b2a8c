import { QueryClient } from '@tanstack/react-query';
import type { Statement } from '@usance/api/billing/statement';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { StatementActions } from './statement-actions.tsx';

const show = (overdue: boolean) => {
  const permissions = { canConfirm: true, canDownload: true };
  const statement = { contractId: 'ct-aaaa', start: '2026-10-01T00:00:00Z', confirmState: 'confirmed', permissions };
  renderWithRoutes(new QueryClient(), () => <StatementActions statement={{ ...statement, overdue } as Statement} />);
};

it('links from an overdue statement to the payment page', async () => {
  show(true);
  const link = page.getByRole('link', { name: 'How to pay' });
  await expect.element(link).toHaveAttribute('href', '/contracts/ct-aaaa/payment-methods');
});

it('offers no payment for a statement that is not late', async () => {
  show(false);
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'How to pay' })).not.toBeInTheDocument();
});
