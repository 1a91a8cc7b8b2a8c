import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { forgetBatches } from '../../metering/usage/forgetting/forget-batches.ts';
import { comeToForget, oldContract, usedOn } from '../../metering/usage/forgetting/old-month.fixture.ts';
import { reportUsage, stored } from '../../metering/usage/metering.fixture.ts';
import { dropUnmoved } from './fill-usage.ts';

let app: TestApp & { readonly postgresUrl: string };
beforeAll(async () => {
  app = await startTestApp({ now: '2025-10-15T12:00:00Z', clickhouse: true });
});
afterAll(() => app.close());

it('a restore keeps the usage of batches that are a sum by now, and drops what PostgreSQL moves again or never knew', async () => {
  const metered = await oldContract(app);
  await comeToForget(app, metered);
  expect(await forgetBatches(app.deps, app.clock.now())).toBe(3);
  await reportUsage(app, [usedOn(metered, '2027-03-01')]);
  const copies = (no: string, contractId = metered.contractId) =>
    app.deps.clickhouse.command(
      `INSERT INTO usage_record SELECT * REPLACE (${no} AS batch_no, '${contractId}' AS contract_id) FROM usage_record WHERE bill_at = '2025-10-10 10:00:00' LIMIT 1`,
    );
  const waiting = await app.deps.db
    .selectFrom('usage_batch')
    .select('batch_no')
    .where('moved_at', 'is', null)
    .executeTakeFirstOrThrow();
  for (const no of [waiting.batch_no, '1000000']) await copies(no);
  // A number that is known of another contract.
  await copies('1', 'ct-stranger');
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 9 });
  const client = new pg.Client({ connectionString: app.postgresUrl });
  await client.connect();
  await dropUnmoved(client, app.deps.clickhouse);
  await client.end();
  expect(await stored(app, metered.contractId)).toMatchObject({ rows: 7 });
  expect(await stored(app, 'ct-stranger')).toMatchObject({ rows: 0 });
});
