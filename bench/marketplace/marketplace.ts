import { hourMs } from '@usance/period/instant';
import { closeHours, dueMeters } from '../../apps/server/src/features/marketplace/hour/close-hours.ts';
import { meterHours } from '../../apps/server/src/features/marketplace/hour/meter-hours.ts';
import type { MarketplaceConfig } from '../../apps/server/src/features/marketplace/provider/marketplace-config.ts';
import type { MeteredRecord } from '../../apps/server/src/features/marketplace/provider/marketplace-provider.ts';
import { type Marketplaces, marketplaceAt } from '../../apps/server/src/features/marketplace/provider/marketplaces.ts';
import { openMarketplaces } from '../../apps/server/src/features/marketplace/provider/open-marketplaces.ts';
import { Thread } from '../../apps/server/src/platform/process/thread.ts';
import { startTestApp, type TestApp } from '../../apps/server/src/testing/test-app.ts';
import startEngines from '../../scripts/testing/start-engines.ts';
import { describeHardware } from '../hardware.ts';
import { median, timed } from '../timing.ts';
import { accountOf, centsOf, dimension, plantLinked, product } from './linked-contracts.ts';
import type { StandInAnswer, StandInQuestion } from './stand-in.thread.ts';

const openHour = new Date('2026-10-15T11:00:00Z');
const closesAt = new Date(openHour.getTime() + 70 * 60_000);
/** The delay of the marketplace's replies. */
const delayMs = 200;
/** The number of parallel calls, the same as in the reporting of hours. */
const callsAtOnce = 8;
const recordsPerCall = 25;
const series = 1001;

/**
 * Measures the metering of one hour of linked contracts against the same number of calls alone. The stand-in replies
 * late, throttles, loses replies, and receives some calls twice. Also measures the closing of an hour for older and
 * older links.
 */
export async function benchMarketplace(contracts: number): Promise<void> {
  const stopEngines = await startEngines();
  const standIn = new Thread<StandInQuestion, StandInAnswer>(new URL('./stand-in.thread.ts', import.meta.url));
  const app = await startTestApp({
    now: closesAt.toISOString(),
    clickhouse: true,
    damaged: 'contracts are inserted by SQL',
  });
  try {
    console.log(`${describeHardware()}; an hour of ${contracts} linked contracts, answers after ${delayMs} ms`);
    const accounts = Array.from({ length: contracts }, (_, at) => accountOf(series, at + 1));
    const { url } = await standIn.ask({ kind: 'open', delayMs, accounts });
    const marketplaces = openMarketplaces(sold, url);
    await benchGrowth(app, marketplaces);
    await plantLinked(app, { series, contracts, linkedFrom: openHour, openHour });
    await benchHour(app, marketplaces, standIn, contracts);
  } finally {
    await app.close();
    await standIn.end();
    await stopEngines();
  }
}

const sold: MarketplaceConfig = {
  products: [
    { dimension, unit: '0.01', currency: 'USD', maxAgeHours: 24, entitled: false, cloudProvider: 'aws', product },
  ],
  webhookSecret: undefined,
};

const ages = [1, 6, 12];
const [agedContracts, agedHours] = [50, 7];

async function benchGrowth(app: TestApp, marketplaces: Marketplaces): Promise<void> {
  for (const months of ages) {
    const linkedFrom = new Date(Date.UTC(2026, 9 - months, 15, 11));
    const ofAge = 2000 + months;
    await plantLinked(app, { series: ofAge, contracts: agedContracts, linkedFrom, openHour });
    const times: number[] = [];
    for (let hour = 0; hour < agedHours; hour += 1) {
      const now = new Date(closesAt.getTime() + hour * hourMs);
      const due = (await dueMeters(app.deps, now)).filter(({ contract_id }) => contract_id.startsWith(`ct-${ofAge}-`));
      times.push(await timed(() => closeHours(app.deps, marketplaces, due, now)));
    }
    const each = (median(times) / agedContracts).toFixed(2);
    console.log(`${`an hour of a link of ${months} months is closed in`.padEnd(44)} ${each} ms`);
  }
  // Marks these hours as reported, so the measurement below does not send them.
  await app.ownerScript(`
    set session_replication_role = replica;
    update marketplace_hour set state = 'reported', accepted = quantity, next_try_at = null, ended_at = created_at
      where state = 'pending'`);
}

async function benchHour(
  app: TestApp,
  marketplaces: Marketplaces,
  standIn: Thread<StandInQuestion, StandInAnswer>,
  contracts: number,
): Promise<void> {
  let now = closesAt;
  let [metered, rounds] = [0, 0];
  const before = (await standIn.ask({ kind: 'goTo', now, hasMishaps: true })).calls;
  do {
    app.clock.moveTo(now);
    await standIn.ask({ kind: 'goTo', now, hasMishaps: true });
    const at = now;
    metered += await timed(() => meterHours({ ...app.deps, marketplaces }, at));
    rounds += 1;
    now = new Date(now.getTime() + 60_000);
  } while ((await pending(app)) > 0);
  const { calls, sums } = await standIn.ask({ kind: 'sums', hour: openHour.toISOString() });
  const sent = calls - before;
  const bare = await timed(() => callAlone(marketplaces, sent, closesAt));
  console.log(
    `${'the hour is metered in'.padEnd(44)} ${(metered / 1000).toFixed(1)} s, ${rounds} rounds, ${sent} calls`,
  );
  console.log(
    `${'as many calls alone take'.padEnd(44)} ${(bare / 1000).toFixed(1)} s  ${(metered / bare).toFixed(1)} ×`,
  );
  const wrong = Array.from({ length: contracts }, (_, at) => at + 1).filter((no) => {
    const held = sums.get(accountOf(series, no));
    return held?.records !== 1 || held.quantity !== centsOf(no);
  });
  console.log(`taken exactly once: ${contracts - wrong.length} of ${contracts} contracts`);
  if (wrong.length > 0 || metered > 600_000) process.exitCode = 1;
}

async function pending(app: TestApp): Promise<number> {
  const { count } = await app.deps.db
    .selectFrom('marketplace_hour')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Sends the calls of an earlier hour directly, without the server's work. */
async function callAlone(marketplaces: Marketplaces, calls: number, now: Date): Promise<void> {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs - 2 * hourMs);
  const next = Array.from({ length: calls }, (_, call) => call).values();
  const work = async () => {
    for (const call of next) await marketplaceAt(marketplaces, 'aws').meter(recordsOf(call, hour));
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
}

function recordsOf(call: number, hour: Date): MeteredRecord[] {
  return Array.from({ length: recordsPerCall }, (_, at) => {
    const accountId = accountOf(series, call * recordsPerCall + at + 1);
    const subscription = { product, accountId, customerId: '', licenceArn: null, instanceId: '', planId: '' };
    return { key: accountId, hour, dimension, quantity: '1', metersBy: 'product', subscription };
  });
}
