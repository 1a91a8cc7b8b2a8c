import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { rateDue } from '../../metering/rating/rate-due.ts';
import {
  type Metered,
  meteredContract,
  sellCoreHours,
  sendUsage,
  usageOf,
} from '../../metering/usage/metering.fixture.ts';
import { flushUsage } from '../../metering/usage/moving/flush-usage.ts';
import { restoring } from './difference.ts';
import { assertRepaired, assertTogether } from './epoch.ts';

let app: TestApp;
let [one, other]: Metered[] = [];
beforeEach(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'rows are taken away' });
  await sellCoreHours(app, 'compute.r', '2');
  [one, other] = [await meteredContract(app), await meteredContract(app)];
  await assertTogether(app.deps);
});
afterEach(() => app.close());

const use = (metered: Metered | undefined) =>
  sendUsage(app, [usageOf({ contractId: '', datacloudId: '', ...metered })]);
const lose = (table: string, metered: Metered | undefined) =>
  app.deps.clickhouse.command(
    `ALTER TABLE ${table} DELETE WHERE contract_id = {contractId:String}`,
    { contractId: metered?.contractId ?? '' },
    { mutations_sync: '2' },
  );

describe('databases that belong together', () => {
  it('continue, however often they are checked, with waiting batches', async () => {
    await use(one);
    await rateDue(app.deps);
    await use(other);
    await assertTogether(app.deps);
    await assertTogether(app.deps);
  });

  it('get only the days marked whose rated rows are missing', async () => {
    for (const metered of [one, other]) {
      await use(metered);
      await rateDue(app.deps);
    }
    await lose('purchase', one);
    await assertTogether(app.deps);
    const marked = await app.deps.db.selectFrom('usage_dirty_day').select('contract_id').execute();
    expect(marked.map(({ contract_id }) => contract_id)).toEqual([one?.contractId]);
  });
});

describe('numbers that the usage database knows', () => {
  it('are not given again, even if PostgreSQL has forgotten them', async () => {
    await use(one);
    await rateDue(app.deps);
    await app.ownerScript(`select setval('purchase_run_no', 1, false)`);
    await app.ownerScript(`alter table usage_batch alter column batch_no restart with 1`);
    await assertTogether(app.deps);
    await use(other);
    const { rows } = await sql<{ batch: string; run: string }>`
      select max(batch_no) - min(batch_no) as batch, nextval('purchase_run_no') as run from usage_batch`.execute(
      app.deps.db,
    );
    const [{ last } = { last: '' }] = await app.deps.clickhouse.query<{ last: string }>(
      'SELECT max(run_no) AS last FROM purchase',
    );
    expect(rows[0]?.batch).toBe('1');
    expect(BigInt(rows[0]?.run ?? 0)).toBe(BigInt(last) + 1n);
  });
});

describe('databases that do not belong together', () => {
  it('are detected when an older usage database lacks a batch that was moved after a later one', async () => {
    await use(one);
    await use(other);
    await flushUsage(app.deps, { contractId: other?.contractId });
    await flushUsage(app.deps);
    await lose('usage_record', one);
    await expect(assertTogether(app.deps)).rejects.toThrow('behind');
  });

  it('are detected when an older PostgreSQL does not know a batch, whatever its sequences have given', async () => {
    await use(one);
    await use(other);
    await flushUsage(app.deps);
    await app.ownerScript(
      `set session_replication_role = replica; delete from usage_batch where contract_id = '${other?.contractId}'`,
    );
    await expect(assertTogether(app.deps)).rejects.toThrow('ahead');
  });

  it('are detected when a number stands for different batches in them', async () => {
    await use(one);
    await app.ownerScript(`set session_replication_role = replica; update usage_batch set id = gen_random_uuid()`);
    await expect(assertTogether(app.deps)).rejects.toThrow('ahead');
  });

  it('are detected when the usage database holds half of a restore into another', async () => {
    const begun = { epoch: `${restoring}another`, begun_at: '2100-01-01T00:00:00Z' };
    await app.deps.clickhouse.insert('installation', [begun]);
    await expect(assertTogether(app.deps)).rejects.toThrow('two installations');
  });

  it('are detected when an empty usage database meets an installation that already has one', async () => {
    await app.deps.clickhouse.command('TRUNCATE TABLE installation');
    await expect(assertTogether(app.deps)).rejects.toThrow('CLICKHOUSE_URL');
    await assertRepaired(app.deps);
    await assertTogether(app.deps);
  });

  it('are detected when they belong to two installations', async () => {
    await app.ownerScript("update installation set epoch = 'another'");
    await expect(assertTogether(app.deps)).rejects.toThrow('two installations');
  });
});
