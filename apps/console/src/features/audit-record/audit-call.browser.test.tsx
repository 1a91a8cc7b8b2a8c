import { QueryClient } from '@tanstack/react-query';
import type { NamedThing } from '@usance/api/contract/audit-record';
import { parseBillingMonth } from '@usance/period/billing-month';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { setLocale } from '../../i18n/locale.ts';
import { renderWithRoutes } from '../../testing/render-with-routes.tsx';
import { AuditCall } from './audit-call.tsx';

afterEach(() => setLocale('en'));

const statement = (month: string): NamedThing => ({
  kind: 'statement',
  id: `stm-${month.slice(5)}`,
  month: parseBillingMonth(month),
  payable: '26674.22',
  payableFormatted: '$26,674.22',
});
const show = (call: string, ...things: NamedThing[]) =>
  renderWithRoutes(new QueryClient(), () => <AuditCall record={{ call, things }} contractId="ct-aaaa" />);

it.each([
  ['en', 'Confirmed the statement of October 2026, $26,674.22'],
  ['zh', '确认2026年10月账单，$26,674.22'],
] as const)('says which statement was confirmed and how much it is, and leads to it: %s', async (locale, text) => {
  setLocale(locale);
  show('statement.confirm', statement('2026-10'));
  const link = page.getByRole('link', { name: text, exact: true });
  await expect.element(link).toHaveAttribute('href', '/billing-center/ct-aaaa/statements/stm-10');
});

it('lists each of several things under what was done to them', async () => {
  show('internal.statement.update', statement('2026-10'), statement('2026-09'));
  await expect.element(page.getByText('Confirmed or disputed statements')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Statement of September 2026, $26,674.22' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Statement of October 2026, $26,674.22' })).toBeVisible();
});

it('names the person who was granted a role by e-mail', async () => {
  show('contract-role.grant', { kind: 'account', id: 'acc-aaaa', email: 'ada@acme.example' });
  await expect.element(page.getByText('ada@acme.example')).toBeVisible();
});
