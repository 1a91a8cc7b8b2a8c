import { QueryClient } from '@tanstack/react-query';
import type { StatementSummary } from '@usance/api/billing/statement';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setLocale } from '../../../i18n/locale.ts';
import { renderWithRoutes } from '../../../testing/render-with-routes.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { statementColumns } from './statement-columns.tsx';

afterEach(() => {
  setLocale('en');
  return page.viewport(1280, 800);
});

const october = {
  id: 'stm-aaaa',
  contractId: 'ct-aaaa',
  month: '2026-10',
  amount: '9214.21',
  marketplaceMetered: '0',
  voucherDeducted: '0',
  payableAmount: '9214.21',
  dueDate: '2026-11-07',
  cashDeducted: '30.00',
  undeductedAmount: '9184.21',
  confirmState: 'confirmed',
  deductState: 'partiallyDeducted',
  overdue: true,
  permissions: { canConfirm: true, canDownload: true },
} as StatementSummary;

function show(overdue: boolean) {
  renderWithRoutes(new QueryClient(), () => (
    <DataTable
      tableId="statement"
      caption="Statements"
      columns={statementColumns('USD', () => {})}
      rows={[{ ...october, overdue }]}
      rowId={({ id }) => id}
      empty={null}
    />
  ));
}

it.each([
  ['en', 'How to pay the statement of October 2026'],
  ['zh', '如何付款：2026年10月账单'],
] as const)(
  'links from the row of an overdue statement to the payment page, in %s on 320 pixels too',
  async (locale, name) => {
    setLocale(locale);
    await page.viewport(320, 800);
    show(true);
    const link = page.getByRole('link', { name });
    await expect.element(link).toHaveAttribute('href', '/contracts/ct-aaaa/payment-methods');
    const row = link.element().closest('tr');
    for (const cell of row?.querySelectorAll<HTMLElement>('td, th') ?? [])
      expect([cell.textContent, cell.scrollWidth]).toEqual([cell.textContent, cell.clientWidth]);
    const [from, to] = [link.element().getBoundingClientRect(), row?.getBoundingClientRect()];
    expect(from.right).toBeLessThanOrEqual(to?.right ?? 0);
  },
);

it.each([768, 1024, 1280])('keeps the link to the payment page in sight, on %d pixels too', async (width) => {
  await page.viewport(width, 800);
  show(true);
  const link = page.getByRole('link', { name: 'How to pay the statement of October 2026' });
  await expect.element(link).toBeVisible();
  await expect.poll(() => link.element().getBoundingClientRect().right).toBeLessThanOrEqual(width);
});

it('can be reached by the keyboard from the month', async () => {
  show(true);
  const month = page.getByRole('link', { name: 'October 2026', exact: true });
  await expect.element(month).toBeVisible();
  (month.element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Download the statement of October 2026' })).toHaveFocus();
  await userEvent.tab();
  await expect.element(page.getByRole('link', { name: 'How to pay the statement of October 2026' })).toHaveFocus();
});

it('offers no payment for a statement that is not late', async () => {
  show(false);
  await expect.element(page.getByRole('button', { name: 'Download the statement of October 2026' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /How to pay/ })).not.toBeInTheDocument();
});
