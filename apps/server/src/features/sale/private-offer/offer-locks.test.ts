import { prices } from '@usance/api/metering/price';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import { knownBuyer, offering, seconds } from './private-offer.fixture.ts';

let app: TestApp;
let skuId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  skuId = await sellCoreHours(app, 'compute.r', '1');
});
afterAll(() => app.close());

it('an acceptance marks days in the common lock order, so that it waits for a change of the price list', async () => {
  const acme = await meteredContract(app);
  await knownBuyer(app, acme.contractId);
  const { accepted, approved, accept } = offering(app, acme.contractId, {
    effectiveDate: seconds('2026-10-08T00:00:00Z'),
    confirmationDeadline: seconds('2027-12-01T00:00:00Z'),
    offerItems: [{ skuId, discount: '0.8' }],
  });
  await accepted();
  // Prices of the former offer end on the 8th, and tiers of this one begin on the 5th.
  const next = await approved({
    effectiveDate: seconds('2026-10-05T00:00:00Z'),
    offerItems: [],
    discountType: 'tiered',
    tieredDiscounts: [{ tierLevel: 1, minThreshold: '0', maxThreshold: '-1', discountRate: '0.9' }],
  });
  const buyer = await member(app, acme.contractId, 'billing_admin');
  await sendUsage(
    app,
    ['05', '06', '08'].map((day) =>
      usageOf(acme, { start: `2026-10-${day}T10:00:00Z`, end: `2026-10-${day}T11:00:00Z` }),
    ),
  );
  const moment = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const rating = app.deps.db.transaction().execute(async (tx) => {
    await sql`select from usage_dirty_day where contract_id = ${acme.contractId} and day = '2026-10-06' for update`.execute(
      tx,
    );
    held.resolve();
    await moment.promise;
  });
  await held.promise;
  const list = { skuId, currency: 'USD', unitPrice: '2', priceUnit: 'core-hour' } as const;
  const listed = internalCaller(app).call(prices.create, {
    body: { items: [{ ...list, effectiveFrom: '2026-10-01T00:00:00Z' }] },
  });
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.deps.db);
    return rows[0]?.count;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  const answered = accept(buyer, next);
  await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  moment.resolve();
  await rating;
  const done = await Promise.allSettled([listed, answered]);
  expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
}, 60_000);
