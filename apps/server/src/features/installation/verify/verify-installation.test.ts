import { pathOf } from '@usance/api/call';
import { installation } from '@usance/api/installation';
import { purchases } from '@usance/api/purchase';
import { statements } from '@usance/api/statement';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { meteredContract, sellCoreHours, send, usageOf } from '../../metering/usage/metering.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { assertTogether } from '../epoch/epoch.ts';
import { verifyInstallation } from './verify-installation.ts';

let app: TestApp;
let contractId: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-02T10:00:00Z', clickhouse: true, damaged: 'rows are taken away' });
  await assertTogether(app.deps);
  await sellCoreHours(app, 'compute.r', '2');
  const metered = await meteredContract(app);
  contractId = metered.contractId;
  await deposited(app, contractId, '100');
  const september = { start: '2026-09-10T10:00:00Z', end: '2026-09-10T11:00:00Z' };
  const october = { start: '2026-10-01T10:00:00Z', end: '2026-10-01T11:00:00Z' };
  await send(app, [usageOf(metered, september), usageOf(metered, october)]);
  await internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-09' } });
  const window = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  await internalCaller(app).call(purchases.calculate, { body: { contractId, ...window } });
});
afterAll(() => app.close());

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const each of verifyInstallation(app.deps)) found.push(...each.problems);
  return found;
}

it('tells over HTTP what it looked at, one at a time', async () => {
  const url = pathOf(installation.verify, 'internal');
  const replies = await Promise.all([internalCaller(app).raw({ url }), internalCaller(app).raw({ url })]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 503]);
  const { sound, checks } = await internalCaller(app).call(installation.verify, {});
  expect([sound, checks.length, checks.flatMap((each) => each.problems)]).toEqual([true, 5, []]);
});

/** As whoever has got past all guards would do it. */
const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);

it('an installation that nobody has tampered with is sound', async () => {
  expect(await problems()).toEqual([]);
});

it.each([
  ['moves money between lines', 'update statement_line set product = $$Other$$', 'are not those that were signed'],
  ['takes a line away', 'delete from statement_line', 'lines come to'],
  ['takes a statement away', 'delete from statement_line; delete from statement', 'is closed and has no statement'],
  ['opens a closed month', 'delete from closed_month', 'is not closed'],
  ['settles a statement by hand', 'update statement set cash_deducted = payable', 'the ledger says'],
  ['changes an entry', 'update entry set amount = amount * 2 where account = $$cash$$', 'out of its chain'],
  ['forgets a rated day', 'delete from rated_day where day >= $$2026-10-01$$', 'are rated and no day waits'],
  ['changes what a day came to', 'update rated_day set amount = amount + 1', 'and the usage database has'],
  ['forgets a batch', 'delete from usage_batch', 'never acknowledged'],
])('who %s in PostgreSQL is told of', async (_, statement, problem) => {
  const tables = ['statement', 'statement_line', 'closed_month', 'entry', 'rated_day', 'usage_batch'];
  await app.ownerScript(
    `create schema kept; ${tables.map((name) => `create table kept.${name} as table ${name};`).join('\n')}`,
  );
  try {
    await byForce(statement);
    expect((await problems()).join('\n')).toContain(problem);
  } finally {
    await byForce(tables.map(restored).join('\n'));
    await app.ownerScript('drop schema kept cascade');
  }
  expect(await problems()).toEqual([]);
});

it.each([
  ['loses usage', "DELETE FROM usage_record WHERE start_at < '2026-10-01'", 'was acknowledged with 2 rows'],
  ['loses rated rows', "DELETE FROM purchase WHERE bill_at >= '2026-10-01'", 'counts with 1 rows'],
])('a usage database that %s is told of', async (_, statement, problem) => {
  await app.deps.clickhouse.command(statement);
  expect((await problems()).join('\n')).toContain(problem);
  const { sound, checks } = await internalCaller(app).call(installation.verify, {});
  expect(sound).toBe(false);
  expect(checks.flatMap((each) => each.problems).join('\n')).toContain(problem);
});

/** Puts a table back as it was kept; what it computes itself it computes again. */
function restored(name: string): string {
  return `
    delete from ${name};
    do $$ declare columns text; begin
      select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
        where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '';
      if '${name}' = 'usage_batch' then columns := columns || ', batch_no'; end if;
      execute format('insert into ${name} (%s) overriding system value select %s from kept.${name}', columns, columns);
    end $$;`;
}
