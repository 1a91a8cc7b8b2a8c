import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { hourOn, meteredContract, sellCoreHours, sendUsage, usageOf } from './metering.fixture.ts';
import { flushUsage } from './moving/flush-usage.ts';
import { verifyUsageDays } from './verify-usage-days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    now: '2026-10-15T12:00:00Z',
    clickhouse: true,
    damaged: 'contracts and batches of nobody',
  });
  await sellCoreHours(app, 'compute.r', '0.5');
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

async function told(daysAtOnce?: number): Promise<string[]> {
  const problems: string[] = [];
  for await (const problem of verifyUsageDays(app.deps, daysAtOnce)) problems.push(problem);
  return problems;
}

it('checks some days at a time, of any contracts, and finds rows of unknown contracts', async () => {
  const contracts = [];
  for (let count = 0; count < 12; count += 1) contracts.push(await meteredContract(app));
  await sendUsage(
    app,
    contracts.flatMap((metered) => ['2026-10-10', '2026-10-11'].map((day) => usageOf(metered, hourOn(day)))),
  );
  // On a busy machine the sender's own flush may have moved only a part.
  await flushUsage(app.deps);
  const query = vi.spyOn(app.deps.clickhouse, 'query');
  expect(await told(5)).toEqual([]);
  const answers = await Promise.all(query.mock.results.map(({ value }) => value as Promise<unknown[]>));
  expect(answers.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 4]);
  for (const id of ['ct-', 'nobody'])
    await app.deps.clickhouse.command(
      `INSERT INTO usage_record SELECT * REPLACE ('${id}' AS contract_id) FROM usage_record LIMIT 1`,
    );
  expect(await told(5)).toEqual(['ct-', 'nobody'].map((id) => expect.stringMatching(`^${id}: .+ has 1 of 1$`)));
  await app.deps.clickhouse.command(`DELETE FROM usage_record WHERE contract_id IN ('ct-', 'nobody')`);
});

const shared = '{"bill_at":"2026-10-10T10:00:00Z"}';

it('continues after a waiting batch with an unreadable payload', async () => {
  const metered = await meteredContract(app);
  await sendUsage(app, [usageOf(metered)]);
  const keeping = (payload: string) =>
    app.ownerScript(`set session_replication_role = replica;
      insert into usage_batch (contract_id, rows, payload, accepted_at, month, hash_total)
      values ('${metered.contractId}', 1, '${payload}', now(), '2026-10', 0);
      update usage_day set rows = rows + 1, quantity = quantity + 1 where contract_id = '${metered.contractId}'`);
  await keeping(`${shared}\n["u","o","n","many"]`);
  await keeping(`${shared}\n["u","o","n"]`);
  await keeping(`${shared}\n["u","o","n","1"]`);
  const problems = (await told()).filter((problem) => problem.startsWith(metered.contractId));
  expect(problems).toEqual([expect.stringMatching(/with 3 records of 3(\.0+)?, and the usage database has 1 of 1$/)]);
  await app.ownerScript(`set session_replication_role = replica;
    delete from usage_batch where contract_id = '${metered.contractId}' and moved_at is null;
    update usage_day set rows = 1, quantity = 1 where contract_id = '${metered.contractId}'`);
});

it('compares the days of very many contracts, each in its zone, while very many batches wait', async () => {
  const metered = await meteredContract(app);
  const chinese = await meteredContract(app);
  await app.ownerScript(`set session_replication_role = replica;
    update contract set currency = 'CNY' where id = '${chinese.contractId}';
    insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
    select 'con-' || substr(md5(i::text), 1, 16), 'sgn-' || i, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', 'CNY', '2025-01-01', now()
    from generate_series(1, 20000) i`);
  const evening = { start: '2026-10-10T20:00:00Z', end: '2026-10-10T21:00:00Z' };
  await sendUsage(app, [usageOf(metered), usageOf(chinese, evening), usageOf(chinese)]);
  await app.ownerScript(`set session_replication_role = replica;
    insert into usage_batch (contract_id, rows, payload, accepted_at, month, hash_total)
    select '${metered.contractId}', 1, E'${shared}\\n["u","o","n","1"]', now(), '2026-10', 0
    from generate_series(1, 60000);
    update usage_day set rows = rows + 60000, quantity = quantity + 60000 where contract_id = '${metered.contractId}'`);
  expect(await told()).toEqual([]);

  await app.ownerScript(`set session_replication_role = replica;
    update usage_day set rows = rows + 1 where contract_id = '${chinese.contractId}' and day = '2026-10-11'`);
  expect(await told()).toEqual([
    expect.stringContaining('records were acknowledged in batches'),
    expect.stringContaining('2026-10-11'),
  ]);
});
