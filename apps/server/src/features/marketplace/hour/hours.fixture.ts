import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { member } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import type { TestApp } from '#testing/test-app.ts';
import { type Metered, meteredContract, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
import type { StandInBuyer } from '../stand-in/books.ts';
import type { StandIn } from '../stand-in/stand-in.ts';

let count = 0;

/** A metered contract that was just linked, with its buyer's identity at the marketplace. */
export async function linkedContract(
  app: TestApp,
  standIn: StandIn,
  given: Partial<StandInBuyer> = {},
): Promise<Metered & { readonly token: string; readonly account: string; readonly customer: string }> {
  count += 1;
  const [token, account, customer] = [`token-${count}`, `3333444455${count + 10}`, `X${count}`];
  const { cloud = 'aws' } = given;
  standIn.books.subscribe({
    product: cloud === 'aws' ? 'prod-aws' : 'offer-azure',
    account,
    token,
    ...(cloud === 'aws' ? { customer } : { instance: `sub-${count}` }),
    ...given,
    cloud,
  });
  const metered = await meteredContract(app);
  const admin = await member(app, metered.contractId, 'admin');
  await admin.call(calls.activate, { params: { id: metered.contractId }, body: { token, cloudProvider: cloud } });
  return { ...metered, token, account, customer };
}

/** Sends usage of these core-hours in the first minutes of an hour, at 15 minutes past it or later. */
export function used(app: TestApp, metered: Metered, hour: string, quantity: string) {
  const start = Date.parse(hour);
  const [end, told] = [10, 15].map((minutes) => new Date(start + minutes * 60_000));
  if (told && app.clock.now() < told) app.clock.moveTo(told);
  return sendUsage(app, [usageOf(metered, { quantity, start: hour, end: end?.toISOString() })]);
}

/** Runs the calendar's due jobs at an instant. */
export async function goTo(app: TestApp, at: string): Promise<void> {
  app.clock.moveTo(at);
  for (const name of ['usage.flush', 'purchase.rate-due', 'marketplace.meter'])
    await app.ticks.find((tick) => tick.name === name)?.run(app.clock.now());
}

export async function hourlyStatementsOf(app: TestApp, contractId: string) {
  const query = { pageSize: 999_999, orderBy: 'hour', ordering: 'asc' } as const;
  return (await internalCaller(app).call(calls.hourlyStatements, { params: { id: contractId }, query })).items;
}

export async function adjustmentsOf(app: TestApp, contractId: string) {
  const query = { pageSize: 999_999, orderBy: 'hour', ordering: 'asc' } as const;
  return (await internalCaller(app).call(calls.adjustmentStatements, { params: { id: contractId }, query })).items;
}
