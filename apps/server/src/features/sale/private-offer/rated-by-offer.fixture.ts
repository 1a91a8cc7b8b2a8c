import { purchases } from '@usance/api/billing/purchase';
import { formatDecimal } from '@usance/money/decimal';
import { expect } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import type { Metered } from '../../metering/usage/metering.fixture.ts';
import { offering, seconds } from './private-offer.fixture.ts';

/** Helpers for offers to a contract with usage: 20 % off one SKU's list price since noon of 10 October 2026. */
export const offeringSinceTenth = (app: TestApp, { contractId }: Metered, skuId: string) =>
  offering(app, contractId, {
    effectiveDate: seconds('2026-10-10T12:00:00Z'),
    confirmationDeadline: seconds('2027-12-01T00:00:00Z'),
    offerItems: [{ skuId, discount: '0.8' }],
  });

/** Rates the marked days; returns hour, amount and offer of each of a contract's rows, in order of time. */
export async function rowsByOffer(app: TestApp, { contractId }: Metered) {
  expect(await rateDue(app.deps)).toMatchObject({ failed: 0 });
  const query = { start: Date.parse('2026-09-01T00:00:00Z'), orderBy: 'start', ordering: 'asc', pageSize: 99 } as const;
  const { items } = await internalCaller(app).call(purchases.list, { params: { id: contractId }, query });
  return items.map(({ start, amount, offerId }) => [start.slice(5, 13), formatDecimal(amount, 2), offerId]);
}
