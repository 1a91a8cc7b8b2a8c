import { statements } from '@usance/api/billing/statement';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, priceFrom, sellCoreHours, sendUsage, usageOf } from '../metering.fixture.ts';
import { forgetKeys } from './forget-keys.ts';
import { forgetPayloads } from './forget-payloads.ts';

/** A contract that is billed from September 2025 on. */
export async function oldContract(app: TestApp): Promise<Metered> {
  const skuId = await sellCoreHours(app, 'compute.r', '0.5');
  await priceFrom(app, skuId, '4', '2025-01-01T00:00:00Z', 'CNY');
  return meteredContract(app, 'USD', '2025-09-01T00:00:00Z');
}

export const usedOn = (metered: Metered, day: string, quantity = '1') =>
  usageOf(metered, { start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z`, quantity });

/** Sends a batch of two records. */
export const inSeptember = (app: TestApp, metered: Metered, quantity: string) =>
  sendUsage(app, [usedOn(metered, '2025-09-10', quantity), usedOn(metered, '2025-09-11')]);

export const sign = (app: TestApp, { contractId }: Metered, month: string) =>
  internalCaller(app).call(statements.sign, { body: { contractId, month } });

/** Comes to a time when the keys of 2025 are gone, and drops them. */
export async function outliveKeys(app: TestApp): Promise<void> {
  app.clock.moveTo('2027-03-02T12:00:00Z');
  await forgetPayloads(app.deps, new Date('2028-01-01T00:00:00Z'));
  await forgetKeys(app.deps.db, app.clock.now());
}

/** Sends three batches of September and signs it, and a newer batch that stays. Returns the statement. */
export async function comeToForget(app: TestApp, metered: Metered): Promise<string> {
  for (const quantity of ['1', '2', '4']) await inSeptember(app, metered, quantity);
  const { id } = await sign(app, metered, '2025-09');
  await sendUsage(app, [usedOn(metered, '2025-10-10')]);
  await outliveKeys(app);
  return id;
}
