import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../rating/rate-due.ts';
import { forgetPayloads } from '../forgetting/forget-payloads.ts';
import {
  type Metered,
  meteredContract,
  priceFrom,
  sellCoreHours,
  sendUsage,
  stored,
  usageOf,
} from '../metering.fixture.ts';
import { markFound } from './lost-batches.ts';
import { resendBatches } from './resend-batches.ts';

// Each installation is verified at the end: all acknowledged usage is there, and nothing twice.
let app: TestApp;
let metered: Metered;
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true });
  const sku = await sellCoreHours(app, 'compute.r', '0.5');
  await priceFrom(app, sku, '0.5', '2025-01-01T00:00:00Z', 'CNY');
  metered = await meteredContract(app, 'CNY');
});
afterEach(() => app.close());

/**
 * The contract's month has its first eight hours in the UTC month before, which is another partition of the usage
 * database.
 */
const early = { start: '2026-09-30T17:00:00Z', end: '2026-09-30T18:00:00Z' };
const october = { start: '2026-09-30T16:00:00Z', end: '2026-10-31T16:00:00Z' };
const inEngine = (statement: string) =>
  app.deps.clickhouse.command(statement, {}, { mutations_sync: '2', insert_deduplicate: 0 });
const calculation = () => ({ body: { contractId: metered.contractId, ...october } });
const calculated = () => internalCaller(app).call(purchases.calculate, calculation());
const refused = () => internalCaller(app).refusal(purchases.calculate, calculation());

/** A batch of three records without a payload, whose rows in the usage database are then damaged. */
async function damaged(damage: (ids: readonly string[]) => readonly string[]) {
  const records = [usageOf(metered, early), usageOf(metered), usageOf(metered)];
  await sendUsage(app, records);
  await rateDue(app.deps);
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  for (const statement of damage(records.map(({ id }) => id))) await inEngine(statement);
  return records;
}
const lostFirstHours = () => ['ALTER TABLE usage_record DROP PARTITION 202609'];
const without = (id: string | undefined) => `ALTER TABLE usage_record DELETE WHERE usage_id = '${id}'`;
const lostThird = ([, , third]: readonly string[]) => [without(third)];
const doubled = 'INSERT INTO usage_record SELECT * FROM usage_record';

async function allThereOnce(): Promise<void> {
  expect(await calculated()).toMatchObject({ rows: 3, amount: '1.500000000000' });
  expect(await stored(app, metered.contractId)).toEqual({ rows: 3, ids: 3, quantity: '3' });
}

const damages: [string, (ids: readonly string[]) => readonly string[]][] = [
  ['the first hours of a month are gone', lostFirstHours],
  ['a record is gone', lostThird],
  ['each record is there twice', () => [doubled]],
  [
    'one is there twice and another is gone',
    ([, second, third]) => [`${doubled} WHERE usage_id = '${second}'`, without(third)],
  ],
];

it.each(damages)('a batch of which %s is whole again when its meter sends it again', async (_, damage) => {
  const records = await damaged(damage);
  expect(await sendUsage(app, records)).toMatchObject({ accepted: 0, duplicate: 3, refused: 0 });
  await allThereOnce();
});

it('records that are sent again one by one, in any order, are billed once all of them are there', async () => {
  const [first, second, third] = await damaged(lostThird);
  for (const record of [second, first]) {
    await sendUsage(app, [record]);
    expect(await refused()).toMatchObject({ reason: 'USAGE_DISAGREES' });
  }
  await sendUsage(app, [third]);
  await allThereOnce();
});

it('a meter need not send the remaining records of a partially lost batch', async () => {
  const [, , third] = await damaged(lostThird);
  await sendUsage(app, [third]);
  await allThereOnce();
});

it('a batch that is whole again after a newer copy was restored is not stored a second time', async () => {
  const [, , third] = await damaged((ids) => [
    'CREATE TABLE newer_copy ENGINE = Memory AS SELECT * FROM usage_record',
    ...lostThird(ids),
  ]);
  await app.ownerScript('insert into usage_dirty_day (contract_id, day) select contract_id, day from usage_day');
  expect(await refused()).toMatchObject({ reason: 'USAGE_DISAGREES' });
  await inEngine(`INSERT INTO usage_record SELECT * FROM newer_copy WHERE usage_id = '${third?.id}'`);
  await markFound(app.deps);
  expect(await sendUsage(app, [third])).toMatchObject({ duplicate: 1 });
  await allThereOnce();
});

it('a signed month that lost part of its usage stays as it was signed, and gets its usage back', async () => {
  const records = [usageOf(metered, early), usageOf(metered)];
  await sendUsage(app, records);
  app.clock.moveTo(new Date('2026-11-03T00:00:00Z'));
  await internalCaller(app).call(statements.sign, { body: { contractId: metered.contractId, month: '2026-10' } });
  const signed = await keptOf();
  await forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
  await inEngine(lostFirstHours().join());
  expect(await sendUsage(app, records)).toMatchObject({ accepted: 0, duplicate: 2 });
  await resendBatches(app.deps);
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 2, ids: 2 });
  expect(await keptOf()).toEqual(signed);
});

/** The statement and the rated days of the signed month, and its waiting days: none of it may change. */
async function keptOf() {
  const { db } = app.deps;
  return [
    await db.selectFrom('statement').selectAll().execute(),
    await db.selectFrom('rated_day').selectAll().execute(),
    await db.selectFrom('usage_dirty_day').selectAll().execute(),
  ];
}
