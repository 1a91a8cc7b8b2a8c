import { type BudgetTerms, budgets } from '@usance/api/billing/budget';
import { notifications } from '@usance/api/contract/notification';
import { billingZoneOf } from '@usance/period/zone';
import { contract, member } from '#testing/builders.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type RatedRow, rowsRated } from '../purchase/rated-rows.fixture.ts';

type Billed = 'USD' | 'CNY';

/** A contract with its admin. */
export async function customerOf(app: TestApp, currency: Billed = 'USD') {
  const { id } = await contract(app, { currency });
  const admin = await member(app, id, 'admin');
  const params = { id };
  return {
    params,
    admin,
    set: (body: Partial<BudgetTerms>) =>
      admin.call(budgets.create, { params, body: { name: 'all', amount: '100', ...body } }),
    only: async () => (await admin.call(budgets.list, { params, query: {} })).items[0],
    told: async () => {
      const shown = await admin.call(notifications.list, { params, query: {} });
      return shown.notifications.map(({ notificationTitle }) => notificationTitle);
    },
  };
}

/** Rates rows of a contract. */
export const budgetUsed = (app: TestApp, id: string, rows: readonly RatedRow[], currency: Billed = 'USD') =>
  rowsRated(app, id, billingZoneOf(currency), rows);

/** A rated row in an hour like `10-02T00` of 2026. */
export const ratedIn = (hour: string, amount: string, more: Partial<RatedRow> = {}): RatedRow => ({
  bill_at: `2026-${hour}:00:00Z`,
  amount,
  ...more,
});
