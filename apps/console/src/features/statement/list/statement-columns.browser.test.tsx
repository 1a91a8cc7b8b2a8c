import type { StatementSummary } from '@usance/api/billing/statement';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../../../testing/render.tsx';
import { statementColumns } from './statement-columns.tsx';

beforeEach(() => page.viewport(1280, 800));

const colourOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).element()).color;

it('shows the overdue date and amount of a statement in the warning colour', async () => {
  const statement = { dueDate: '2026-10-07', undeductedAmount: '20.00', cashDeducted: '30.00' };
  const shown = (id: string, overdue: boolean) =>
    statementColumns('USD', () => {})
      .find((column) => column.id === id)
      ?.cell({ ...statement, overdue } as StatementSummary);
  const bad = <b style={{ color: 'var(--u-bad)' }}>bad</b>;
  render([bad, shown('dueDate', true), shown('undeductedAmount', true), shown('cashDeducted', true)]);
  await expect.element(page.getByText('$20.00')).toBeVisible();
  expect([colourOf('Oct 7, 2026'), colourOf('$20.00')]).toEqual([colourOf('bad'), colourOf('bad')]);
  expect(colourOf('$30.00')).not.toBe(colourOf('bad'));
});

it('shows a due amount that is not late in the normal colour', async () => {
  const row = { dueDate: '2026-10-07', overdue: false } as StatementSummary;
  render(
    statementColumns('USD', () => {})
      .find(({ id }) => id === 'dueDate')
      ?.cell(row),
  );
  await expect.element(page.getByText('Oct 7, 2026')).toBeVisible();
  expect(document.querySelector('[data-overdue]')).toBeNull();
});

it('has an optional column for the marketplace’s amount', async () => {
  const column = statementColumns('USD', () => {}).find(({ id }) => id === 'marketplaceMetered');
  render(column?.cell({ marketplaceMetered: '126.90' } as StatementSummary));
  await expect.element(page.getByText('$126.90')).toBeVisible();
  expect(column?.hidden).toBe(true);
});

it('shows the open amount and its day on a phone, in the warning colour once it is late', async () => {
  await page.viewport(320, 800);
  const shown = (given: Partial<StatementSummary>) =>
    statementColumns('USD', () => {})
      .find(({ phone }) => phone === 'figure')
      ?.cell({ payableAmount: '50.00', dueDate: '2026-10-07', overdue: true, ...given } as StatementSummary);
  render([
    <b key="bad" style={{ color: 'var(--u-bad)' }}>
      bad
    </b>,
    <p key="open">{shown({ undeductedAmount: '20.00' })}</p>,
    <p key="settled">{shown({ undeductedAmount: '0.00', overdue: false })}</p>,
  ]);
  await expect.element(page.getByText('Undeducted $20.00due Oct 7, 2026')).toBeVisible();
  await expect.element(page.getByText('Payable $50.00')).toBeVisible();
  expect([colourOf('due Oct 7, 2026'), colourOf('$20.00')]).toEqual([colourOf('bad'), colourOf('bad')]);
});
