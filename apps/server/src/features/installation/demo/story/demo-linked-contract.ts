import { dataclouds } from '@usance/api/contract/datacloud';
import { marketplaces as calls } from '@usance/api/marketplace/marketplace';
import { billingMonthOf, rangeOf } from '@usance/period/billing-month';
import { floorToHour, hourMs, instantOf } from '@usance/period/instant';
import { ManualClock } from '#platform/clock.ts';
import type { Deps } from '#platform/context/context.ts';
import { getContract, lockContract } from '../../../contract/contract/contract.queries.ts';
import { createDatacloud } from '../../../contract/datacloud/create-datacloud.ts';
import { meterHours } from '../../../marketplace/hour/meter-hours.ts';
import { activateLink, prepareLink } from '../../../marketplace/link/activate-link.ts';
import { linkedToken } from '../../../marketplace/stand-in/demo-marketplaces.ts';
import { ingestUsage } from '../../../metering/usage/ingest-usage.ts';
import { insertContract } from '../../../sale/new-contract/insert-contract.ts';
import { atOnce, noteDoneBy } from './at-once.ts';
import { type DemoInstallation, demoMarket, madeBy, personIn } from './demo-installation.ts';

const hours = 9;
const place = { regionID: 'aws-us-east-1', edition: 'ENTERPRISE' } as const;

/**
 * Creates a contract that was bought and linked through a marketplace this morning, and has been metered to it hourly
 * since. It begins in the running month, since marketplaces accept no hours of past months.
 */
export async function linkContract(deps: Deps, installation: DemoInstallation): Promise<void> {
  const now = instantOf(deps.clock.now());
  const monthBegan = rangeOf(billingMonthOf(now, 'UTC'), 'UTC').start;
  const begun = Math.max(floorToHour(now) - hours * hourMs, monthBegan);
  const clock = new ManualClock(new Date(begun));
  const past = { ...deps, clock };
  const operator = personIn(installation, demoMarket);
  const contractId = await atOnce(past, async (work) => {
    const row = await insertContract(
      work,
      { ...bought, creatorID: operator, signDate: work.now.toISOString() },
      deps.sealingKey,
    );
    return (await madeBy(work, operator, row)).id;
  });
  const datacloud = await atOnce(past, async (work) => {
    await noteDoneBy(work, operator, { call: dataclouds.create, contractId });
    return createDatacloud(work, { contractId, name: 'field_lab', ...place, creator: demoMarket });
  });
  const input = { body: { token: linkedToken, cloudProvider: 'aws' } } as const;
  const contract = await getContract(past.db, contractId);
  const subscription = await prepareLink({ ...past, now: clock.now(), contract }, input);
  await atOnce(past, async (work) => {
    await noteDoneBy(work, operator, { call: calls.activate, contractId });
    const subject = { kind: 'account', accountId: operator, sessionId: '', tokenHash: '' } as const;
    const locked = await lockContract(work.tx, contractId);
    return activateLink({ ...work, subject, contract: locked, marketplaces: deps.marketplaces }, input, subscription);
  });
  for (let at = begun; at + hourMs <= now; at += hourMs) {
    clock.moveTo(new Date(at + hourMs));
    await meter(past, { contractId, datacloudId: datacloud.id }, at);
  }
  clock.moveTo(new Date(now));
  await meterHours(past, clock.now());
}

const bought = {
  serviceType: 'saas',
  tags: 'Field lab',
  buyerType: 'E',
  buyerName: 'Aalto Instruments Oy',
  currency: 'USD',
} as const;

/** Meters an hour of a warehouse whose use grows during the day. */
async function meter(deps: Deps, of: { contractId: string; datacloudId: string }, at: number): Promise<void> {
  const start = new Date(at);
  const record = {
    ...of,
    id: `field_lab/${start.toISOString()}`,
    objectId: 'warehouse-field',
    objectName: 'field_wh',
    resourceKind: 'warehouse',
    billingItem: 'compute.m-series',
    tier: '',
    unit: 'core-hour',
    quantity: `${4 + (start.getUTCHours() % 5)}.25`,
    start: start.toISOString(),
    end: new Date(at + hourMs).toISOString(),
  };
  const body = async function* () {
    yield Buffer.from(`${JSON.stringify(record)}\n`);
  };
  const { refusals } = await ingestUsage(deps, { body: body() });
  if (refusals[0]) throw new Error(`The usage of the linked contract was refused: ${JSON.stringify(refusals[0])}`);
}
