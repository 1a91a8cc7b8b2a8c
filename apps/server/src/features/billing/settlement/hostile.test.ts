import { statements } from '@usance/api/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../testing/builders.ts';
import { internalCaller } from '../../../testing/callers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { dayRated } from '../../metering/billing-day/rated-day.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { verifyPayments } from './verify-payments.ts';

let app: TestApp;
let contractId: string;
/** Unconfirmed with nothing paid, partly paid by credit and cash, disputed with cash held, below 0. */
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
  await app.ownerScript(`insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
    values ('ct-empty', 'ct-empty', 'Active', 'A', 'E', 'A', 'saas', 'USD', now(), now())`);
  await sql`insert into usage_key values ('test', 'u-1', '\\x00')`.execute(app.deps.db);
});
afterAll(() => app.close());

const update = (id: string, confirmState: 'confirmed' | 'manualProcessing') =>
  internalCaller(app).call(statements.update, { params: { id: contractId }, body: [{ id, confirmState }] });

/** `$C` stands for the contract, `$O`, `$P`, `$D` and `$B` for its statements. */
const hostile: [string, string][] = [
  ['pays a statement without a posting', `update statement set cash_deducted = payable where id = '$P'`],
  ['pays part of one', `update statement set cash_deducted = cash_deducted + 0.01 where id = '$P'`],
  [
    'deletes a statement without its receivable',
    `delete from closed_month where month = '2026-08'; delete from statement where id = '$O'`,
  ],
  [
    'deletes one that holds cash',
    `delete from closed_month where month = '2026-07'; delete from statement where id = '$D'`,
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
    `select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$O"}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"receivable:$O","kind":"receivable","ref":"$O","amount":"1"}]')`,
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
    `select ledger_post('$C', 'USD', 'pst-x', 'sign', now(), '{}', '[{"account":"receivable:stm-x","kind":"receivable","ref":"stm-x","amount":"-1"},{"account":"bank","kind":"bank","amount":"1"}]')`,
  ],
  [
    'earns without a statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'sign', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"revenue","kind":"revenue","amount":"1"}]')`,
  ],
  [
    'gives credit without a statement',
    `select ledger_post('$C', 'USD', 'pst-x', 'credit', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"credit","kind":"credit","amount":"1"}]')`,
  ],
  ['gives credit without a posting', `update statement set credited = 1 where id = '$P'`],
  ['gives credit to a statement below 0', `update statement set credited = 1 where id = '$B'`],
  [
    'lets go of what is held for a dispute',
    `select ledger_post('$C', 'USD', 'pst-x', 'unfreeze', now(), '{}', '[{"account":"frozen","kind":"frozen","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]')`,
  ],
  ['says that more is held', `update statement set frozen = frozen + 1 where id = '$D'`],
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
  ['counts other rows in it', `update rated_day set rows = 2, run_no = 99 where day = '2026-06-10'`],
  ['moves a rated day into it', `update rated_day set day = '2026-06-11' where day = '2026-10-10'`],
  ['moves a rated day out of it', `update rated_day set day = '2026-10-11' where day = '2026-06-10'`],
  ['deletes a rated day of it', `delete from rated_day where day = '2026-06-10'`],
  [
    'adds a rated day to it',
    `insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at)
     values ('$C', '2026-06-12', 99, 1, 1, 1, now(), now())`,
  ],
  ['forgets that usage was acknowledged', `delete from usage_key`],
  ['says that other usage was', `update usage_key set content_hash = '\\x01'`],
  ['forgets a batch', `delete from usage_batch`],
  ['deletes a contract', `delete from contract where id = 'ct-empty'`],
  ...[
    'contract',
    'sku',
    'price',
    'discount',
    'datacloud',
    'usage_key',
    'usage_batch',
    'usage_dirty_day',
    'rated_day',
    'rating_terms',
    'statement',
    'statement_line',
    'closed_month',
    'settlement',
    'idempotency_key',
    'installation',
  ].map((table): [string, string] => [`empties ${table}`, `truncate ${table} cascade`]),
];

describe('the database', () => {
  it.each(hostile)('refuses even to its owner whoever %s', async (_, text) => {
    await refused(text, (script) => app.ownerScript(script), /^23/);
  });

  it.each(hostile)('refuses to the application whoever %s', async (_, text) => {
    const attempt = (script: string) =>
      app.deps.db.transaction().execute(async (tx) => {
        for (const statement of script.split('; ')) await sql.raw(statement).execute(tx);
      });
    // 42501: the role has no right even to try.
    await refused(text, attempt, /^(23|42501$)/);
  });

  const underRun = (runNo: number, amount: string) => sql`
    insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
    values (${contractId}, '2026-06-10', ${runNo}, 3, ${amount}, now(), now())
    on conflict (contract_id, day) do update set run_no = excluded.run_no, amount = excluded.amount`;

  it('lets the rows of a signed month come to lie under another run, and no others', async () => {
    await underRun(77, '5.00').execute(app.deps.db);
    await expect(underRun(78, '5.01').execute(app.deps.db)).rejects.toMatchObject({ code: '23001' });
  });
});

async function refused(text: string, attempt: (script: string) => Promise<unknown>, code: RegExp): Promise<void> {
  const before = await everything();
  const script = text
    .replaceAll('$C', contractId)
    .replaceAll('$O', open)
    .replaceAll('$P', paid)
    .replaceAll('$D', disputed)
    .replaceAll('$B', below)
    .replaceAll(';\n', '; ');
  await expect(attempt(script)).rejects.toMatchObject({ code: expect.stringMatching(code) });
  expect(await everything()).toEqual(before);
}

async function everything() {
  const { db } = app.deps;
  expect([...(await verifyLedger(db)), ...(await verifyPayments(db))]).toEqual([]);
  return {
    statements: await db.selectFrom('statement').selectAll().orderBy('month').execute(),
    settled: await db.selectFrom('settlement').selectAll().orderBy('posting_id').execute(),
    accounts: await db.selectFrom('ledger_account').selectAll().orderBy('id').execute(),
    days: await db.selectFrom('rated_day').selectAll().orderBy('day').execute(),
    keys: await db.selectFrom('usage_key').selectAll().execute(),
    contracts: await db.selectFrom('contract').selectAll().execute(),
  };
}
