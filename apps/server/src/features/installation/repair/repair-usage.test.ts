import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestApp } from '#testing/test-app.ts';
import { forgetPayloads } from '../../metering/usage/forgetting/forget-payloads.ts';
import { type Metered, sendUsage, stored, usageOf } from '../../metering/usage/metering.fixture.ts';
import { verifyInstallation } from '../verify/verify-installation.ts';
import { repaired, startLosingApp } from './repair.fixture.ts';

let app: TestApp;
let acme: Metered;
beforeEach(async () => {
  ({ app, acme } = await startLosingApp());
});
afterEach(() => app.close());

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const each of verifyInstallation(app.deps)) found.push(...each.problems);
  return found;
}
const inEngine = (statement: string) =>
  app.deps.clickhouse.command(statement, {}, { mutations_sync: '2', insert_deduplicate: 0 });
const forgotten = () => forgetPayloads(app.deps, new Date('2027-01-01T00:00:00Z'));
const putBack = async () => {
  await inEngine('TRUNCATE TABLE usage_record');
  await inEngine('INSERT INTO usage_record SELECT * FROM older_copy');
};
const batchTold = (no: number, rows: number) => `${acme.contractId}: batch ${no} of ${rows} records`;

/** Loses two records without a copy, sends one of them again, and keeps a copy of the time before the loss. */
async function lostAndSentAgain(): Promise<void> {
  const records = [usageOf(acme), usageOf(acme, { quantity: '2' })];
  await sendUsage(app, records);
  await inEngine('CREATE TABLE older_copy ENGINE = Memory AS SELECT * FROM usage_record');
  await forgotten();
  await inEngine('TRUNCATE TABLE usage_record');
  expect(await sendUsage(app, records.slice(0, 1))).toMatchObject({ duplicate: 1 });
  expect(await stored(app, acme.contractId)).toMatchObject({ rows: 1 });
}

it('an older copy with a lost batch, but without its resent batch, is sound after one repair', async () => {
  await lostAndSentAgain();
  await putBack();
  expect(await stored(app, acme.contractId)).toEqual({ rows: 2, ids: 2, quantity: '3' });
  const { rows } = await sql<{ no: number }>`select batch_no::int as no from usage_batch order by batch_no`.execute(
    app.deps.db,
  );
  const told = await repaired(app);
  expect(told).toEqual(rows.map(({ no }, at) => batchTold(no, at === 0 ? 2 : 1)));
  expect(await stored(app, acme.contractId)).toEqual({ rows: 2, ids: 2, quantity: '3' });
  expect([await problems(), await repaired(app)]).toEqual([[], []]);
});

it.each([
  [
    'whose resent batch is lost too',
    async () => {
      await lostAndSentAgain();
      await forgotten();
      await putBack();
    },
    [
      [
        2,
        '2 rows are there where 1 should be, since 1 of its 2 records were sent again and are of other batches: once those are there, a repair drops them here',
      ],
      [
        1,
        '0 of its 1 records are there, and nothing is kept of them: have their meter send them again, or put back a newer copy of the usage database',
      ],
    ],
  ],
  [
    'that is stored twice',
    async () => {
      await sendUsage(app, [usageOf(acme), usageOf(acme)]);
      await forgotten();
      await inEngine('INSERT INTO usage_record SELECT * FROM usage_record');
    },
    [
      [
        2,
        '4 rows are there of its 2 records, and nothing is kept of them: have their meter send all of them again, or put back a copy of the usage database that has each once',
      ],
    ],
  ],
  [
    'that is stored in part',
    async () => {
      await sendUsage(app, [usageOf(acme), usageOf(acme, { quantity: '2' })]);
      await forgotten();
      await inEngine('ALTER TABLE usage_record DELETE WHERE quantity = 2');
    },
    [
      [
        2,
        '1 of its 2 records are there, and nothing is kept of them: have their meter send them again, or put back a newer copy of the usage database',
      ],
    ],
  ],
] as const)('a batch %s is reported as such', async (_, damage, told) => {
  await damage();
  const batches = await app.deps.db.selectFrom('usage_batch').select('batch_no').orderBy('batch_no').execute();
  expect(await repaired(app)).toEqual(
    told.flatMap(([rows, sentence], at) => [`${batchTold(Number(batches[at]?.batch_no), rows)} of 2026-10`, sentence]),
  );
});
