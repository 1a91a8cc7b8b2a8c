import { deductions } from '@usance/api/billing/deduction';
import { purchases } from '@usance/api/billing/purchase';
import { statements } from '@usance/api/billing/statement';
import { pathOf } from '@usance/api/call';
import { installation } from '@usance/api/installation/installation';
import { holds } from '@usance/api/money/hold';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { internalCaller } from '#testing/callers.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { meteredContract, sellCoreHours, sendUsage, usageOf } from '../../metering/usage/metering.fixture.ts';
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
  await sendUsage(app, [usageOf(metered, september), usageOf(metered, october)]);
  await internalCaller(app).call(statements.sign, { body: { contractId, month: '2026-09' } });
  const window = { start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' };
  await internalCaller(app).call(purchases.calculate, { body: { contractId, ...window } });
  await disputeUpheld();
  const held = { amount: '2', reasonCode: 'other', reason: 'By hand' } as const;
  await internalCaller(app).call(holds.hold, { params: { id: contractId }, body: held });
});
afterAll(() => app.close());

/** Deducts the whole statement, then gives part of it back. */
async function disputeUpheld(): Promise<void> {
  const params = { id: contractId };
  const { items } = await internalCaller(app).call(statements.list, { params, query: {} });
  const id = items[0]?.id ?? '';
  const update = (change: { confirmState: 'confirmed' | 'manualProcessing'; credit?: string }) =>
    internalCaller(app).call(statements.update, { params, body: [{ id, ...change }] });
  await update({ confirmState: 'confirmed' });
  app.clock.moveTo('2026-10-07T00:05:00Z');
  await internalCaller(app).call(deductions.calculate, { body: { contractId } });
  await update({ confirmState: 'manualProcessing' });
  await update({ confirmState: 'confirmed', credit: '0.5' });
}

async function problems(): Promise<string[]> {
  const found: string[] = [];
  for await (const each of verifyInstallation(app.deps)) found.push(...each.problems);
  return found;
}

const byHand = 'update statement set cash_deducted = payable;';
const paidBy = (posting: string) =>
  `insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at)
   select contract_id, id, $$${posting}$$, 'cash', payable, now() from statement;`;
const tagged = (datacloud: string, count: number) =>
  `insert into datacloud_tag (contract_id, datacloud_id, key, from_hour, value, changed_at)
   select contract_id, ${datacloud}, $$key$$ || n, $$2026-10-01T00:00Z$$, $$v$$, $$2026-10-01T00:00Z$$
   from datacloud, generate_series(1, ${count}) as n;`;
const entriesOf = (kind: string) =>
  `delete from entry where posting_id in (select id from posting where kind = $$${kind}$$);`;
const postingsOf = (kind: string) => `delete from posting where kind = $$${kind}$$;`;
it('reports its checks over HTTP, one run at a time', async () => {
  const url = pathOf(installation.verify, 'internal');
  const replies = await Promise.all([internalCaller(app).raw({ url }), internalCaller(app).raw({ url })]);
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 503]);
  const { sound, checks } = await internalCaller(app).call(installation.verify, {});
  expect([sound, checks.length, checks.flatMap((each) => each.problems)]).toEqual([true, 15, []]);
});

/** Tampers with the database past all guards. */
const byForce = (statement: string) => app.ownerScript(`set session_replication_role = replica; ${statement}`);

it('an installation without tampering is sound', async () => {
  expect(await problems()).toEqual([]);
});

it.each([
  ['gives a data cloud too many tags', tagged('datacloud.id', 21), 'has 21 tags'],
  ['tags the data cloud of another contract', tagged('$$dc-foreign$$', 1), 'which was never its data cloud'],
  ['moves money between lines', 'update statement_line set product = $$Other$$', 'are not the signed ones'],
  ['takes a line away', 'delete from statement_line', 'lines sum to'],
  ['takes a statement away', 'delete from statement_line; delete from statement', 'is closed but has no statement'],
  ['opens a closed month', 'delete from closed_month', 'is not closed'],
  ['settles a statement by hand', 'update statement set cash_deducted = 1', 'is unpaid, but the ledger has'],
  ['settles it in its rows too', `${byHand} ${paidBy('pst-none')}`, 'the ledger has no such leg'],
  [
    'claims a payment by credit',
    'update statement set credit_applied = 1, payable = 1, cash_deducted = 1',
    'according to the statement',
  ],
  [
    'claims one by credit that came after signing',
    'update statement set cash_deducted = payable - 1, credit_deducted = 1',
    'according to the statement',
  ],
  ['forgets what paid', 'delete from settlement', 'but pays no statement'],
  ['forgets that it was signed', `${entriesOf('sign')} ${postingsOf('sign')}`, 'returned, but its postings book'],
  ['forgets a deduction', `${entriesOf('deduct')} ${postingsOf('deduct')}`, 'the ledger has no such leg'],
  [
    'removes a statement that was paid',
    'delete from statement_line; delete from statement',
    'which is not a statement',
  ],
  [
    'gives credit',
    'update ledger_account set balance = balance + 5 where id = $$credit$$',
    'of credit, but the ledger',
  ],
  ['gives it in the name of a statement', 'update statement set credited = credited + 1', 'of credit, but the ledger'],
  [
    'takes held cash',
    'update statement set frozen = 100, confirm_state = $$manualProcessing$$, confirmed_at = null, disputed_at = now()',
    'but the ledger holds',
  ],
  [
    'holds more for a statement than it asks for',
    'update statement set frozen = undeducted + 1, confirm_state = $$manualProcessing$$, confirmed_at = null, disputed_at = now()',
    'of which',
  ],
  [
    'asks for a hold that no posting holds',
    `insert into cash_hold (contract_id, id, cause, amount, reason_code, reason, begun_at) select id, $$hld-planted$$, $$manual$$, 7, $$other$$, $$x$$, now() from contract`,
    'hld-planted needs 7.00000000 held, but its postings hold 0.00000000',
  ],
  ['forgets a hold', 'delete from cash_hold', 'needs 0.00000000 held, but its postings hold 2.00000000'],
  [
    'holds less than its postings',
    `update cash_hold set amount = 1`,
    'needs 1.00000000 held, but its postings hold 2.00000000',
  ],
  [
    'forgets the hold of a posting',
    "update posting set memo = '{}' where memo ? 'holdID'",
    '2.00000000 is held without a cause',
  ],
  [
    'pays a deposit out of a voucher grant',
    'update entry set account = $$voucher_grant$$ where account = $$bank$$',
    'which a posting of kind deposit never does',
  ],
  ['reverses a payment', 'update settlement set reversed_by = posting_id', 'was returned by'],
  ['changes an entry', 'update entry set amount = amount * 2 where account = $$cash$$', 'out of its chain'],
  [
    'books money in a future year',
    'update posting set at = $$2099-01-01 00:00Z$$ where kind = $$deposit$$',
    'is booked at 2099',
  ],
  [
    'dates money in a future year',
    `update posting set memo = '{"gmtTransacted":"2099-01-01T00:00:00Z"}' where kind = $$deposit$$`,
    'arrived at 2099',
  ],
  ['forgets a rated day', 'delete from rated_day where day >= $$2026-10-01$$', 'are rated and no day waits'],
  ['changes what a day came to', 'update rated_day set amount = amount + 1', 'and the usage database has'],
  ['forgets a batch', 'delete from usage_batch', 'never acknowledged'],
  [
    'marks a day of a signed month',
    `insert into usage_dirty_day (contract_id, day) select contract_id, (month || $$-10$$)::date from closed_month`,
    'and its month is signed',
  ],
  ['takes another batch for one', 'update usage_batch set id = gen_random_uuid()', 'never acknowledged'],
  ['counts more than was acknowledged', 'update usage_day set rows = rows + 1', 'are counted in days'],
  ['counts another quantity', 'update usage_day set quantity = quantity * 2', 'was acknowledged with 1 records of 2'],
  ['says another quantity was rated', 'update rated_day set quantity = quantity * 2', 'are rated and no day waits'],
  ['forgets a key', 'delete from usage_key', 'keys are held'],
  ['drops keys too early', 'update usage_batch set keys_dropped_at = now()', 'its records could be sent again'],
  [
    'sets a batch aside',
    "update usage_batch set moved_at = null, set_aside_at = now(), failure = 'x'",
    'was set aside',
  ],
  [
    'opens an episode by hand',
    `insert into account_episode (contract_id, no, cause, t0, opened_at) select contract_id, 1, $$overdue$$, now(), now() from account_period`,
    'its account period is stored as',
  ],
  [
    'forgets the start of a low balance',
    'update account_period set beyond_since = now()',
    'its account period is stored as',
  ],
  [
    'makes the calendar skip usage',
    `update next_to_sign set month = '2100-01'`,
    '2026-10 has usage and is not signed, but the calendar reads from 2100-01 on',
  ],
  [
    'moves a data cloud from a contract to none',
    `insert into datacloud_former_contract (contract_id, datacloud_id, to_at) select contract_id, id, created_at from datacloud`,
    'and to no contract after that',
  ],
  ['forgets an account period', 'delete from account_period', 'but it has no account period'],
])('who %s in PostgreSQL is told of', async (_, statement, problem) => {
  const tables = [
    'statement',
    'statement_line',
    'closed_month',
    'next_to_sign',
    'ledger_account',
    'posting',
    'entry',
    'settlement',
    'cash_hold',
    'rated_day',
    'usage_batch',
    'usage_day',
    'usage_key',
    'usage_dirty_day',
    'account_episode',
    'account_period',
    'datacloud_former_contract',
    'datacloud_tag',
  ];
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
  ['has a record twice', 'INSERT INTO usage_record SELECT * FROM usage_record LIMIT 1', 'is stored 2 times'],
  [
    'has an unknown batch',
    `INSERT INTO usage_record SELECT * REPLACE ('3f000000-0000-4000-8000-000000000000' AS batch_id) FROM usage_record LIMIT 1`,
    'never acknowledged',
  ],
  [
    'has another quantity',
    'ALTER TABLE usage_record UPDATE quantity = 9 WHERE quantity = 1',
    'and the usage database has',
  ],
  ['loses usage', "DELETE FROM usage_record WHERE start_at < '2026-10-01'", 'was acknowledged with 1 rows'],
  ['loses rated rows', "DELETE FROM purchase WHERE bill_at >= '2026-10-01'", 'counts with 1 rows'],
])('a usage database that %s is reported', async (_, statement, problem) => {
  await app.deps.clickhouse.command(statement, {}, { insert_deduplicate: 0, mutations_sync: '2' });
  expect((await problems()).join('\n')).toContain(problem);
  const { sound, checks } = await internalCaller(app).call(installation.verify, {});
  expect(sound).toBe(false);
  expect(checks.flatMap((each) => each.problems).join('\n')).toContain(problem);
});

/** Restores a table from its copy; generated columns are computed again. */
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
