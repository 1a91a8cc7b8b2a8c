import { installation } from '@usance/api/installation/installation';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { bounded } from '#platform/clickhouse/bounded.ts';
import { OverLimits } from '#platform/clickhouse/errors.ts';
import { limitsOf } from '#platform/clickhouse/limits.ts';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { meteredContract } from '../../metering/usage/metering.fixture.ts';
import { hashTotalSql } from '../../metering/usage/moving/hash-total.ts';
import { verifyDuplicates } from '../../metering/usage/verify-duplicates.ts';
import { verifyUsage } from '../../metering/usage/verify-usage.ts';
import { verifyInstallation } from './verify-installation.ts';

let app: TestApp;
let contractId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-15T12:00:00Z', clickhouse: true, damaged: 'rows are put in by hand' });
  contractId = (await meteredContract(app)).contractId;
  await app.ownerScript(`set session_replication_role = replica;
    insert into usage_batch (contract_id, batch_no, id, month, rows, hash_total, accepted_at, moved_at)
      overriding system value
      select '${contractId}', no, ('00000000-0000-4000-8000-' || lpad(no::text, 12, '0'))::uuid, '2026-10', 4000, 0, now(), now()
      from generate_series(1, 100) as no;
    insert into usage_key (key, content_hash, batch_no) select md5(no::text)::uuid, 0, 1 from generate_series(1, 400000) as no;
    insert into usage_day (contract_id, day, rows, quantity) values ('${contractId}', '2026-10-10', 400000, 400000)`);
  await stored('1 + intDiv(number, 4000)', 400_000);
  const sums = await app.deps.clickhouse.query<{ no: string; hash: string }>(
    `SELECT batch_no AS no, ${hashTotalSql} AS hash FROM usage_record GROUP BY no`,
  );
  const given = sums.map(({ no, hash }) => `(${no}, ${hash})`).join(',');
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set hash_total = hash from (values ${given}) as given (no, hash) where batch_no = no`);
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

/** Inserts rows with textual ids, in batches by their number. */
function stored(batch: string, rows: number): Promise<void> {
  return app.deps.clickhouse.command(`INSERT INTO usage_record (contract_id, batch_no, batch_id, source, usage_id, datacloud_id,
      datacloud_name, object_id, object_name, resource_kind, sku_no, quantity, start_at, end_at, bill_at, chargeable)
    SELECT '${contractId}', ${batch} AS no, toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(no), 12, '0'))), 'default',
      hex(MD5(toString(number))), 'dc-a', 'lake', 'wh-1', 'etl', 'warehouse', 1, toDecimal128('1', 12),
      bill_at, bill_at + 3600, toDateTime('2026-10-10 00:00:00', 'UTC') + intDiv(number, 20000) * 3600 AS bill_at, 1 FROM numbers(${rows})`);
}

const few = 7;
const unchecked = { insert_deduplicate: 0 } as const;

async function told(...given: Parameters<typeof verifyUsage>): Promise<string[]> {
  const problems: string[] = [];
  for await (const problem of verifyUsage(...given)) problems.push(problem);
  return problems;
}

it('duplicates are found among more records than fit into the memory of a statement', async () => {
  const limits = { ...limitsOf.export, memoryMiB: 40 };
  const clickhouse = bounded(app.deps.clickhouse, { limits });
  const engines = { ...app.deps, clickhouse };
  expect(await told(engines, few)).toEqual([]);
});

it('the search for duplicates reads all records once, and names the first duplicates', async () => {
  const query = vi.spyOn(app.deps.clickhouse, 'query');
  const doubled = async () => {
    const problems: string[] = [];
    for await (const problem of verifyDuplicates(app.deps)) problems.push(problem);
    return problems;
  };
  expect(await doubled()).toEqual([]);
  expect(query).toHaveBeenCalledTimes(1);
  const copies = (records: number) =>
    app.deps.clickhouse.command(`INSERT INTO usage_record SELECT * FROM usage_record LIMIT ${records}`, {}, unchecked);
  await copies(2);
  expect(await doubled()).toEqual(
    [1, 2].map(() => expect.stringMatching(/^ct-\w+: the record ".+" is stored 2 times$/)),
  );
  await copies(50);
  expect(await doubled()).toHaveLength(20);
  await app.deps.clickhouse.command('TRUNCATE TABLE usage_record');
  await stored('1 + intDiv(number, 4000)', 400_000);
});

it('batches are compared some at a time; unknown ones with distant numbers are reported without walking the gap', async () => {
  const query = vi.spyOn(app.deps.clickhouse, 'query');
  await app.ownerScript(`set session_replication_role = replica;
    update usage_batch set rows = 4001 where batch_no in (1, 7, 8, 100)`);
  await stored('9000000000', 2);
  const problems = await told(app.deps, few);
  const lost = problems.filter((problem) => problem.includes('is not stored as it was'));
  expect(lost.map((problem) => /batch (\d+)/.exec(problem)?.[1])).toEqual(['1', '7', '8', '100']);
  expect(problems.filter((problem) => problem.includes('never acknowledged'))).toEqual([
    expect.stringContaining('batch 9000000000'),
  ]);
  const answers = await Promise.all(query.mock.results.map(({ value }) => value as Promise<unknown[]>));
  expect(Math.max(...answers.map(({ length }) => length))).toBeLessThanOrEqual(20);
  expect(answers.length).toBeLessThan(80);
});

it('a check that exceeds the memory of the usage database is reported as not run, and the others run', async () => {
  const query = app.deps.clickhouse.query.bind(app.deps.clickhouse);
  vi.spyOn(app.deps.clickhouse, 'query').mockImplementation((sql, ...given) =>
    sql.includes('HAVING count()') ? Promise.reject(new OverLimits(new Error('no memory left'))) : query(sql, ...given),
  );
  const { sound, checks } = await internalCaller(app).call(installation.verify, {});
  expect(sound).toBe(false);
  expect(checks.flatMap(({ isMade }, index) => (isMade ? [] : [index]))).toEqual([1]);
  expect(checks[1]?.problems.at(-1)).toBe('This check could not run: no memory left');
});

it('a check keeps its first hundred problems and counts all; the last says why it did not finish', async () => {
  await stored('8000000000 + number', 150);
  const usage = async () => {
    for await (const each of verifyInstallation(app.deps)) if (each.check.startsWith('usage')) return each;
    return undefined;
  };
  const all = await usage();
  expect(all?.problems).toHaveLength(100);
  expect(all?.problemCount).toBeGreaterThan(150);
  const query = app.deps.clickhouse.query.bind(app.deps.clickhouse);
  vi.spyOn(app.deps.clickhouse, 'query').mockImplementation((sql, ...given) =>
    sql.includes('HAVING count()') ? Promise.reject(new OverLimits(new Error('no memory left'))) : query(sql, ...given),
  );
  const part = await usage();
  expect(part?.isMade).toBe(false);
  expect(part?.problemCount).toBeGreaterThan(150);
  expect(part?.problems).toHaveLength(100);
  expect(part?.problems.at(-1)).toBe('This check could not run: no memory left');
});
