import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
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

it('holds days against each other also of very many contracts, each in its zone, and while very many batches wait', async () => {
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
    insert into usage_batch (contract_id, rows, payload, accepted_at, month)
    select '${metered.contractId}', 1, '[{"bill_at":"2026-10-10T10:00:00Z","quantity":"1"}]', now(), '2026-10'
    from generate_series(1, 60000);
    update usage_day set rows = rows + 60000, quantity = quantity + 60000 where contract_id = '${metered.contractId}'`);
  expect(await verifyUsageDays(app.deps)).toEqual([]);

  await app.ownerScript(`set session_replication_role = replica;
    update usage_day set rows = rows + 1 where contract_id = '${chinese.contractId}' and day = '2026-10-11'`);
  expect(await verifyUsageDays(app.deps)).toEqual([
    expect.stringContaining('records were acknowledged in batches'),
    expect.stringContaining('2026-10-11'),
  ]);
});
