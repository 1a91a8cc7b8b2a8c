import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { verifyPayments } from './verify-payments.ts';

let app: TestApp;
let contractId: string;
/** Four statements: unconfirmed and unpaid; partly paid by credit and cash; disputed with cash held; below 0. */
let [open, paid, disputed, below] = ['', '', '', ''];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
  ({ id: contractId } = await contract(app));
  for (const day of ['2026-06-10', '2026-10-10']) await dayRated(app, { contractId, day, amount: '5', rows: 3 });
  const month = async (name: string, amount: string) =>
    (await signed(app, { contractId, month: name, lines: [costing(amount)] })).id;
  below = await month('2026-05', '-5');
  paid = await month('2026-06', '60');
  await deposited(app, contractId, '30');
  await update(paid, 'confirmed');
  disputed = await month('2026-07', '40');
  await deposited(app, contractId, '20');
  await update(disputed, 'manualProcessing');
  open = await month('2026-08', '10');
  await deposited(app, contractId, '1');
  await app.ownerScript(`insert into waiting_month values ('${contractId}', '2026-04', now(), 'withdrawn')`);
  await app.ownerScript(`insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
    values ('ct-empty', 'ct-empty', 'Active', 'A', 'E', 'A', 'saas', 'USD', '2026-09-01Z', now())`);
  await app.ownerScript(
    `insert into usage_day (contract_id, day, rows, quantity) values ('ct-empty', '2026-09-10', 1, 1)`,
  );
  await app.ownerScript(`insert into usage_batch (contract_id, rows, payload, accepted_at, month, hash_total)
    values ('ct-empty', 1, '[]', '2026-09-10Z', '2026-09', 0)`);
  await sql`insert into usage_key values (gen_random_uuid(), 0, 1)`.execute(app.deps.db);
});
afterAll(() => app.close());

const update = (id: string, confirmState: 'confirmed' | 'manualProcessing') =>
  internalCaller(app).call(statements.update, { params: { id: contractId }, body: [{ id, confirmState }] });

/** `$C` stands for the contract, `$O`, `$P`, `$D` and `$B` for its statements. */
const hostile: readonly Hostile[] = [
  ['pays a statement without a posting', `update statement set cash_deducted = payable where id = '$P'`],
  ['pays part of one', `update statement set cash_deducted = cash_deducted + 0.01 where id = '$P'`],
  [
    'says that credit pays part of one',
    `update statement set credit_deducted = credit_deducted + 0.01 where id = '$P'`,
  ],
  [
    'takes back what credit paid',
    `update statement set credit_deducted = credit_deducted - 1, cash_deducted = cash_deducted + 1 where id = '$P'`,
  ],
  [
    'takes credit and marks no statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$O"}', '[{"account":"credit","kind":"credit","amount":"-1"},{"account":"receivable:$O","kind":"receivable","ref":"$O","amount":"1"}]')`,
  ],
  [
    'says that credit was there when it was signed',
    `select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$O"}', '[{"account":"credit","kind":"credit","amount":"-1"},{"account":"receivable:$O","kind":"receivable","ref":"$O","amount":"1"}]');
     insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at) values ('$C', '$O', 'pst-x', 'credit', 1, now());
     update statement set credit_applied = 1, payable = payable - 1 where id = '$O'`,
  ],
  [
    'deletes a statement without its receivable',
    `delete from statement where id = '$O'; delete from closed_month where month = '2026-08';
     insert into waiting_month values ('$C', '2026-08', now(), 'withdrawn')`,
  ],
  [
    'deletes one that holds cash',
    `delete from statement where id = '$D'; delete from closed_month where month = '2026-07';
     insert into waiting_month values ('$C', '2026-07', now(), 'withdrawn')`,
  ],
  [
    'signs one without a posting',
    `insert into closed_month values ('$C', '2026-09', now());
     insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at, statement_on, due_on, confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount, voucher_deducted, credit_applied, payable, confirm_state)
     values ('$C', 'stm-x', '2026-09', 'A', 'A', 'USD', now(), now(), now(), now(), now(), now(), now(), now(), 0, repeat('0', 64), 9, 9, 0, 0, 9, 'unconfirmed')`,
  ],
  [
    'signs one that vouchers are said to have paid',
    `insert into closed_month values ('$C', '2026-09', now());
     insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at, statement_on, due_on, confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount, voucher_deducted, credit_applied, payable, confirm_state)
     values ('$C', 'stm-x', '2026-09', 'A', 'A', 'USD', now(), now(), now(), now(), now(), now(), now(), now(), 0, repeat('0', 64), 9, 9, 9, 0, 0, 'unconfirmed')`,
  ],
  [
    'takes cash and marks no statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$O"}', '[{"account":"cash","kind":"cash","amount":"-1"},{"account":"receivable:$O","kind":"receivable","ref":"$O","amount":"1"}]')`,
  ],
  [
    'deducts for no statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$P"}', '[{"account":"frozen","kind":"frozen","amount":"-1"},{"account":"bank","kind":"bank","amount":"1"}]')`,
  ],
  [
    'deducts in a posting that pays nothing',
    `select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"voucher_grant","kind":"voucher_grant","amount":"1"}]')`,
  ],
  [
    'owes for a statement that is not there',
    `select ledger_post('$C', 'USD', 'pst-x', 'sign', now(), '{}', '[{"account":"receivable:stm-x","kind":"receivable","ref":"stm-x","amount":"-1"},{"account":"revenue","kind":"revenue","amount":"1"}]')`,
  ],
  [
    'earns without a statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'voucher', now(), '{}', '[{"account":"voucher_grant","kind":"voucher_grant","amount":"-1"},{"account":"voucher:v","kind":"voucher","ref":"v","amount":"1"}]');
     select ledger_post('$C', 'USD', 'pst-y', 'sign', now(), '{}', '[{"account":"voucher:v","kind":"voucher","ref":"v","amount":"-1"},{"account":"revenue","kind":"revenue","amount":"1"}]')`,
  ],
  [
    'gives credit without a statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'credit', now(), '{}', '[{"account":"revenue","kind":"revenue","amount":"-1"},{"account":"credit","kind":"credit","amount":"1"}]')`,
  ],
  ['gives credit without a posting', `update statement set credited = 1 where id = '$P'`],
  ['gives credit to a statement below 0', `update statement set credited = 1 where id = '$B'`],
  [
    'lets go of what is held for a dispute',
    `select ledger_post('$C', 'USD', 'pst-x', 'unfreeze', now(), '{}', '[{"account":"frozen","kind":"frozen","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]')`,
  ],
  ['says that more is held', `update statement set frozen = frozen + 1 where id = '$D'`],
  [
    'holds more for a dispute than it is about',
    `select ledger_post('$C', 'USD', 'pst-x', 'deposit', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-30"},{"account":"cash","kind":"cash","amount":"30"}]');
     select ledger_post('$C', 'USD', 'pst-y', 'freeze', now(), '{}', '[{"account":"cash","kind":"cash","amount":"-21"},{"account":"frozen","kind":"frozen","amount":"21"}]');
     update statement set frozen = 41 where id = '$D'`,
  ],
  ['forgets what paid', `delete from settlement`],
  ['changes what paid', `update settlement set amount = amount + 1`],
  ['moves a payment to another statement', `update settlement set statement_id = '$O'`],
  ['reverses a payment without a posting', `update settlement set reversed_by = posting_id`],
  [
    'claims a deposit as a payment',
    `insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at)
     select contract_id, '$O', posting_id, 'cash', 20, now() from entry where account = 'cash' and amount = -20`,
  ],
  [
    'claims one payment twice',
    `insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at)
     select contract_id, statement_id, posting_id, kind, amount, now() from settlement where kind = 'cash'`,
  ],
  ['changes a rated day of a signed month', `update rated_day set amount = 0 where day = '2026-06-10'`],
  [
    'counts other rows in it',
    `update rated_day set rows = 2, run_no = nextval('purchase_run_no') where day = '2026-06-10'`,
  ],
  ['moves a rated day into it', `update rated_day set day = '2026-06-11' where day = '2026-10-10'`],
  ['moves a rated day out of it', `update rated_day set day = '2026-10-11' where day = '2026-06-10'`],
  ['deletes a rated day of it', `delete from rated_day where day = '2026-06-10'`],
  [
    'adds a rated day to it',
    `insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at)
     values ('$C', '2026-06-12', nextval('purchase_run_no'), 1, 1, 1, now(), now())`,
  ],
  ['lets a run count that was never drawn', `update rated_day set run_no = 99999 where day = '2026-10-10'`],
  ['lets one count in a signed month', `update rated_day set run_no = 99999 where day = '2026-06-10'`],
  ['changes what a day of an open month came to', `update rated_day set amount = 0 where day = '2026-10-10'`],
  ['lets an earlier run count again', `update rated_day set run_no = 1 where day = '2026-10-10'`],
  [
    'rates a day by a run that was never drawn',
    `insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at)
     values ('$C', '2026-10-12', 99999, 1, 1, 1, now(), now())`,
  ],
  ['forgets when terms were changed', `delete from rating_terms where reach = 'USD'`],
  ['says that they were changed earlier', `update rating_terms set changed_run = changed_run - 1 where reach = 'USD'`],
  ['says that they were changed by a run that was never drawn', `update rating_terms set changed_run = 99999`],
  ['says so of other terms', `update rating_terms set reach = 'EUR' where reach = 'USD'`],
  ['makes what was used no number', `update usage_day set rows = rows + 1, quantity = 'NaN' where day = '2026-10-10'`],
  ['ends the wait of an unsigned month', `delete from waiting_month`],
  ['lets another month wait instead', `update waiting_month set month = '2026-03'`],
  ['forgets that usage was acknowledged', `delete from usage_key`],
  ['says that other usage was', `update usage_key set content_hash = 1`],
  ['forgets a batch', `delete from usage_batch`],
  [
    'forgets the last batch of a contract',
    `update usage_batch set moved_at = now(), payload = null, keys_dropped_at = now(); delete from usage_batch`,
  ],
  [
    'lets a contract begin after it was used',
    `update contract set commencing_on = '2026-10-01Z' where id = 'ct-empty'`,
  ],
  ['says that what was used is a study', `update contract set is_study = true where id = 'ct-empty'`],
  ['says so of what was signed', `update contract set is_study = true where id = '$C'`],
  [
    'has the calendar look for nothing before a month, usage or not',
    `update next_to_sign set month = '2026-10' where contract_id = 'ct-empty'`,
  ],
  ['has the calendar look nowhere', `delete from next_to_sign`],
  ['has it look by another zone', `update next_to_sign set currency = 'CNY' where contract_id = 'ct-empty'`],
  ['has the calendar gone round when it never will', `insert into calendar_tick (last_at) values ('infinity')`],
  ['lets a month wait since ever', `insert into waiting_month values ('$C', '2026-03', '-infinity', 'withdrawn')`],
  ['lets a contract begin before all time', `update contract set commencing_on = '-infinity' where id = 'ct-empty'`],
  ['lets a contract end after it', `update contract set ended_at = 'infinity' where id = 'ct-empty'`],
  ['never looks at an account again', `update account_period set look_at = 'infinity'`],
  ['says it was looked at in the end', `update account_period set looked_at = 'infinity'`],
  [
    'opens an episode before all time',
    `insert into account_episode (contract_id, no, cause, t0, opened_at) values ('ct-empty', 1, 'overdue', '-infinity', now())`,
  ],
  ['lets a dispute begin before all time', `update statement set disputed_at = '-infinity' where id = '$D'`],
  ['deletes a contract', `delete from contract where id = 'ct-empty'`],
  ...[
    'contract',
    'sku',
    'price',
    'discount',
    'datacloud',
    'usage_key',
    'usage_batch',
    'forgotten_batches',
    'usage_dirty_day',
    'rated_day',
    'rating_terms',
    'statement',
    'statement_line',
    'closed_month',
    'settlement',
    'idempotency_key',
    'installation',
    'waiting_month',
    'calendar_tick',
    'account_period',
    'next_to_sign',
  ].map((table): Hostile => [`empties ${table}`, `truncate ${table} cascade`]),
];

refusesToEverybody(hostile, () => ({
  db: app.deps.db,
  script: app.ownerScript,
  names: { C: contractId, O: open, P: paid, D: disputed, B: below },
  everything,
}));

const underRun = (amount: string) => sql`
  insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
  values (${contractId}, '2026-06-10', nextval('purchase_run_no'), 3, ${amount}, now(), now())
  on conflict (contract_id, day) do update set run_no = excluded.run_no, amount = excluded.amount`;

it('the database lets only equal rows of a signed month move to another run', async () => {
  await underRun('5.00').execute(app.deps.db);
  await expect(underRun('5.01').execute(app.deps.db)).rejects.toMatchObject({ code: '23001' });
});

it.each([
  ['a statement holds less than was held for it', `update statement set frozen = 0 where id = '$D'`],
  [
    'cash is held for a statement that holds none',
    `select ledger_post('$C', 'USD', 'pst-x', 'deposit', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]');
     select ledger_post('$C', 'USD', 'pst-y', 'freeze', now(), '{"statementID":"$P"}', '[{"account":"cash","kind":"cash","amount":"-1"},{"account":"frozen","kind":"frozen","amount":"1"}]')`,
  ],
  [
    'cash is held for one that is not there',
    `select ledger_post('$C', 'USD', 'pst-x', 'deposit', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]');
     select ledger_post('$C', 'USD', 'pst-y', 'freeze', now(), '{"statementID":"stm-x"}', '[{"account":"cash","kind":"cash","amount":"-1"},{"account":"frozen","kind":"frozen","amount":"1"}]')`,
  ],
])('that %s is reported, since nothing would ever release it', async (_, text) => {
  const script = text.replaceAll('$C', contractId).replaceAll('$D', disputed).replaceAll('$P', paid);
  const told = app.deps.db.transaction().execute(async (tx) => {
    for (const statement of script.split(/;\s+/)) await sql.raw(statement).execute(tx);
    await sql`set constraints all immediate`.execute(tx);
    throw new Told(await verifyPayments(tx));
  });
  await expect(told).rejects.toMatchObject({ problems: [expect.stringContaining('is held for')] });
  await everything();
});

/** Carries the found problems out of a transaction that it rolls back. */
class Told extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super();
    this.problems = problems;
  }
}

async function everything() {
  const { db } = app.deps;
  expect([...(await verifyLedger(db)), ...(await verifyPayments(db))]).toEqual([]);
  return {
    statements: await db.selectFrom('statement').selectAll().orderBy('month').execute(),
    settled: await db.selectFrom('settlement').selectAll().orderBy('posting_id').execute(),
    accounts: await db.selectFrom('ledger_account').selectAll().orderBy('id').execute(),
    days: await db.selectFrom('rated_day').selectAll().orderBy('day').execute(),
    used: await db.selectFrom('usage_day').selectAll().orderBy('day').execute(),
    terms: await db.selectFrom('rating_terms').selectAll().orderBy('reach').execute(),
    waiting: await db.selectFrom('waiting_month').selectAll().execute(),
    keys: await db.selectFrom('usage_key').selectAll().execute(),
    next: await db.selectFrom('next_to_sign').selectAll().orderBy('contract_id').execute(),
    contracts: await db.selectFrom('contract').selectAll().execute(),
  };
}
