import { statements } from '@usance/api/billing/statement';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '#testing/builders.ts';
import { internalCaller } from '#testing/callers.ts';
import { type Hostile, refusesToEverybody } from '#testing/hostile.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { monthSigned } from '../../metering/closed-month/closed-month.fixture.ts';
import { deposited } from '../../money/ledger/ledger.fixture.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { costing, signed } from '../statement/statement.fixture.ts';
import { verifyPayments } from './verify-payments.ts';

let app: TestApp;
let contractId: string;
/** A confirmed statement with 50 to pay, and 30 in cash. */
let owed: string;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-10-20T00:00:00Z' });
  ({ id: contractId } = await contract(app));
  await monthSigned(app, contractId, '2026-03');
  owed = (await signed(app, { contractId, month: '2026-06', lines: [costing('50')] })).id;
  await internalCaller(app).call(statements.update, {
    params: { id: contractId },
    body: [{ id: owed, confirmState: 'confirmed' }],
  });
  await deposited(app, contractId, '30');
  await app.ownerScript(`insert into waiting_month values ('${contractId}', '2026-04', now(), 'withdrawn')`);
  for (const [day, carriedIn] of [
    ['2026-10-01', '0'],
    ['2026-10-02', '60'],
  ] as const)
    await app.ownerScript(rated(day, carriedIn).replaceAll('$C', contractId));
});
afterAll(() => app.close());

/** A hold of 1 with its postings. */
const held = [
  `select ledger_post('$C', 'USD', 'pst-x', 'deposit', now(), '{}', '[{"account":"bank","kind":"bank","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]')`,
  `insert into cash_hold (contract_id, id, cause, amount, reason_code, reason, begun_at) values ('$C', 'hld-x', 'manual', 1, 'other', 'x', now())`,
  `select ledger_post('$C', 'USD', 'pst-y', 'freeze', now(), '{"holdID":"hld-x"}', '[{"account":"cash","kind":"cash","amount":"-1"},{"account":"frozen","kind":"frozen","amount":"1"}]')`,
];
const letGo = (memo: string) =>
  `select ledger_post('$C', 'USD', 'pst-z', 'unfreeze', now(), '${memo}', '[{"account":"frozen","kind":"frozen","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]')`;

/** A month signed by hand with this amount, but without the posting of its debt. */
const signing = (month: string, amount = 0, id = 'stm-x') => `insert into closed_month values ('$C', '${month}', now());
  insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at, statement_on, due_on, confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount, voucher_deducted, credit_applied, payable, confirm_state)
    values ('$C', '${id}', '${month}', 'A', 'A', 'USD', now(), now(), now(), now(), now(), now(), now(), now(), 0, repeat('0', 64), ${amount}, ${amount}, 0, 0, ${amount}, 'unconfirmed')`;

const posting = (id: string, kind: string, legs: string) =>
  `select ledger_post('$C', 'USD', '${id}', '${kind}', now(), '{"statementID":"stm-x"}', '${legs}')`;
const owing = (amount: number) =>
  `[{"account":"receivable:stm-x","kind":"receivable","ref":"stm-x","amount":"${-amount}"},{"account":"revenue","kind":"revenue","amount":"${amount}"}]`;
const deposit = `[{"account":"bank","kind":"bank","amount":"-1"},{"account":"cash","kind":"cash","amount":"1"}]`;

/** An entry that follows the last one of its account. */
const entry = (
  id: string,
  account: string,
  amount: number,
) => `insert into ledger_account values ('$C', '${account}', '${account}') on conflict do nothing;
  insert into entry select '$C', id, version + 1, '${id}', ${amount}, balance + ${amount} from ledger_account where contract_id = '$C' and id = '${account}'`;

const paying = `select ledger_settle('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$O"}',
  '[{"account":"cash","kind":"cash","amount":"-1"},{"account":"receivable:$O","kind":"receivable","ref":"$O","amount":"1"}]', '$O', '[{"kind":"cash","amount":"1"}]')`;

const withdrawing = `delete from statement where id = 'stm-2026-03'; delete from closed_month where month = '2026-03'`;

const tieredRate = `insert into tiered_rate values ('$C', 'tr-x', 'graduated', 'contract', null, '2026-12-01Z', null, now())`;
const tier = (level: number, from: number, to: number | null) =>
  `insert into tier (contract_id, tiered_rate_id, tier_level, min_threshold, max_threshold, discount_rate)
   values ('$C', 'tr-x', ${level}, ${from}, ${to}, 0.5)`;

const attachment = `insert into attachment values ('$C', 'po-x', 'att-x', 'a', 'application/octet-stream', 1, encode(sha256('a'), 'hex'), now())`;
const piece = (no: number, content: string) =>
  `insert into attachment_piece values ('$C', 'att-x', ${no}, '${content}')`;
/** An offer with a one-byte attachment. */
const attached = [
  `insert into private_offer (contract_id, id, state, channel, discount_type, effective_date, confirmation_deadline, created_at)
   values ('$C', 'po-x', 'draft', 'direct', 'standard', now(), now(), now())`,
  attachment,
  piece(0, 'a'),
];

/** A rated day that adds 60 to its month. */
const rated = (day: string, carriedIn: string) =>
  `insert into rated_day (contract_id, day, run_no, rows, quantity, amount, rated_through, rated_at, carried_in, before_tiers, slices)
   values ('$C', '${day}', nextval('purchase_run_no'), 1, 1, 60, now(), now(), ${carriedIn}, 60, 1)`;
const ratedAnew = (day: string, set: string) =>
  `update rated_day set ${set}, run_no = nextval('purchase_run_no') where contract_id = '$C' and day = '${day}'`;

const immediate = (guard: string) => `set constraints ${guard} immediate`;

/**
 * For each deferred guard, the attacks that trigger it early, while all fits, and then write on. `$C` is the
 * contract, `$O` its statement.
 */
const hostile: Record<string, readonly (readonly [does: string, ...script: string[]])[]> = {
  attachment_contract_id_offer_id_fkey: [['attaches a file to no offer', attachment, piece(0, 'a')]],
  private_offer_item_contract_id_offer_id_fkey: [
    [
      'keeps an item of no offer',
      `insert into sku (id, product, type, sub_type, cloud_provider, region, edition, billing_item, tier, unit, cost_kind, resource_kind)
       values ('sku-x', '', '', '', 'aws', 'us-east-1', 'STANDARD', 'x', '', 'hour', 'compute', 'virtual_cluster')`,
      `insert into private_offer_item (contract_id, offer_id, id, item_no, sku_id, fixed_price) values ('$C', 'po-x', 'poi-x', 1, 'sku-x', 1)`,
    ],
  ],
  private_offer_tier_contract_id_offer_id_fkey: [
    ['keeps a tier of no offer', `insert into private_offer_tier values ('$C', 'po-x', 1, 0, null, 1)`],
  ],
  attachment_is_whole: [
    [
      'puts other bytes in the place of a file that was found whole',
      ...attached,
      immediate('attachment_is_whole'),
      `delete from attachment where id = 'att-x'`,
      attachment,
      piece(0, 'b'),
    ],
  ],
  attachment_piece_fits: [
    [
      'adds a piece to a file that was found whole',
      ...attached,
      immediate('attachment_is_whole, attachment_piece_fits'),
      piece(1, 'a'),
    ],
  ],
  cash_hold_fits_the_ledger: [
    ...['{}', '{"holdID":"hld-x"}', '{"holdID":"hld-y"}'].map((memo): readonly [string, ...string[]] => [
      `lets cash go of a hold that was found to hold it, as for ${memo}`,
      ...held,
      immediate('cash_hold_fits_the_ledger'),
      letGo(memo),
    ]),
  ],
  posting_is_complete: [
    [
      'adds legs to a posting that was found complete',
      posting('pst-x', 'deposit', deposit),
      immediate('posting_is_complete'),
      entry('pst-x', 'frozen', 1),
    ],
  ],
  statement_closes_its_month: [
    [
      'opens a month that was found closed',
      signing('2026-09'),
      immediate('statement_closes_its_month'),
      `delete from closed_month where month = '2026-09'`,
    ],
  ],
  closed_month_has_its_statement: [
    [
      'takes away the statement of a month that was found to have one',
      signing('2026-09'),
      immediate('closed_month_has_its_statement'),
      `delete from statement where id = 'stm-x'`,
    ],
  ],
  entry_fits_statements: [
    [
      'takes away the statement for which an entry was found to stand',
      signing('2026-09', 9),
      posting('pst-x', 'sign', owing(9)),
      immediate('entry_fits_statements'),
      `delete from statement where id = 'stm-x'; delete from closed_month where month = '2026-09'`,
      `insert into waiting_month values ('$C', '2026-09', now(), 'withdrawn')`,
    ],
    [
      'ends a hold for which an entry was found to stand',
      ...held,
      immediate('entry_fits_statements'),
      `update cash_hold set state = 'released', ended_at = now() where id = 'hld-x'`,
    ],
    [
      'adds the legs of a posting that holds cash for no hold, after it was found complete',
      `insert into posting select '$C', 'pst-x', max(no) + 1, 'freeze', now(), '{"holdID":"hld-x"}', 2, max(bank_after) from posting where contract_id = '$C'`,
      entry('pst-x', 'cash', -1),
      entry('pst-x', 'frozen', 1),
    ],
  ],
  voucher_is_granted: [
    [
      'takes the money off a voucher that was found to have it',
      `insert into voucher (contract_id, id, denomination, valid_days, origin, reason, created_at) values ('$C', 'vch-x', 1, 1, 'operator', '', now())`,
      `select ledger_post('$C', 'USD', 'pst-x', 'voucher', now(), '{}',
         '[{"account":"voucher_grant","kind":"voucher_grant","amount":"-1"},{"account":"voucher:vch-x","kind":"voucher","ref":"vch-x","amount":"1"}]')`,
      immediate('voucher_is_granted'),
      `delete from entry where account = 'voucher:vch-x'`,
    ],
  ],
  statement_fits_the_ledger: [
    [
      'takes off the books what a statement was found to owe',
      signing('2026-09', 9),
      posting('pst-x', 'sign', owing(9)),
      immediate('statement_fits_the_ledger'),
      posting('pst-y', 'unsign', owing(-9)),
    ],
  ],
  settlement_fits_statements: [
    [
      'says that a statement is paid more than was found',
      paying,
      immediate('settlement_fits_statements'),
      `update statement set cash_deducted = cash_deducted + 1 where id = '$O'`,
    ],
    [
      'says that credit paid a statement beside what was found',
      paying,
      immediate('settlement_fits_statements'),
      `update statement set credit_deducted = credit_deducted + 1 where id = '$O'`,
    ],
  ],
  deduction_pays_a_statement: [
    [
      'forgets a payment that a deduction was found to make',
      paying,
      immediate('deduction_pays_a_statement'),
      `delete from settlement`,
    ],
  ],
  waiting_month_is_open: [
    [
      'signs a month that was found open',
      `insert into waiting_month values ('$C', '2026-09', now(), 'withdrawn')`,
      immediate('waiting_month_is_open'),
      signing('2026-09'),
    ],
  ],
  closed_month_waits_no_more: [
    [
      'lets a month wait that was found to wait no more',
      signing('2026-09'),
      immediate('closed_month_waits_no_more'),
      `insert into waiting_month values ('$C', '2026-09', now(), 'withdrawn')`,
    ],
    [
      'lets a signed month wait in the place of one that is being signed',
      signing('2026-04'),
      `update waiting_month set month = '2026-03'`,
    ],
  ],
  waiting_month_ends_by_signing: [
    [
      'opens a month that was found closed, and lets it wait no more',
      `insert into closed_month values ('$C', '2026-04', now()); delete from waiting_month`,
      immediate('waiting_month_ends_by_signing'),
      `delete from closed_month where month = '2026-04'`,
    ],
  ],
  tier_begins_where_the_one_below_ends: [
    [
      'takes away a tier above which another was found to begin',
      tieredRate,
      tier(1, 0, 100),
      tier(2, 100, null),
      immediate('tier_begins_where_the_one_below_ends'),
      `delete from tier where tier_level = 1`,
    ],
    [
      'adds a tier above those that were found to touch',
      tieredRate,
      tier(1, 0, 100),
      tier(2, 100, null),
      immediate('tier_begins_where_the_one_below_ends'),
      tier(3, 200, null),
    ],
  ],
  tiered_rate_has_a_last_tier: [
    [
      'takes away the tier that was found to be the last',
      tieredRate,
      tier(1, 0, 100),
      tier(2, 100, null),
      immediate('tiered_rate_has_a_last_tier'),
      `delete from tier where tier_level = 2`,
    ],
    [
      'puts a tiered rate without tiers in the place of one that was found to have a last',
      tieredRate,
      tier(1, 0, null),
      immediate('tiered_rate_has_a_last_tier'),
      `delete from tiered_rate where id = 'tr-x'`,
      tieredRate,
    ],
  ],
  rated_day_goes_on_from_those_before: [
    [
      'takes away a day from which another was found to go on',
      rated('2026-10-03', '120'),
      immediate('rated_day_goes_on_from_those_before'),
      `delete from rated_day where contract_id = '$C' and day = '2026-10-02'`,
    ],
    [
      'takes one away once another was found to',
      ratedAnew('2026-10-02', 'amount = 61'),
      immediate('rated_day_goes_on_from_what_changed'),
      `delete from rated_day where contract_id = '$C' and day = '2026-10-01'`,
    ],
  ],
  rated_day_goes_on_from_what_changed: [
    [
      'changes what a day adds from which another was found to go on',
      rated('2026-10-03', '120'),
      immediate('rated_day_goes_on_from_those_before, rated_day_goes_on_from_what_changed'),
      ratedAnew('2026-10-02', 'before_tiers = 61'),
    ],
    [
      'moves it behind that one',
      ratedAnew('2026-10-02', 'amount = 61'),
      immediate('rated_day_goes_on_from_what_changed'),
      ratedAnew('2026-10-01', `day = '2026-10-05'`),
    ],
  ],
  reopened_month_waits: [
    [
      'lets a month wait no more that was found to wait again',
      withdrawing,
      `insert into waiting_month values ('$C', '2026-03', now(), 'withdrawn')`,
      immediate('reopened_month_waits'),
      `delete from waiting_month where month = '2026-03'`,
    ],
    ['withdraws a statement and lets its month not wait', withdrawing],
  ],
};

/** Guards without later conditions refuse at once, before an early check could help. */
const atOnce: readonly (readonly [does: string, ...script: string[]])[] = [
  [
    'puts a statement back in the transaction that withdraws it',
    withdrawing,
    signing('2026-03', 0, 'stm-2026-03'),
    `rollback`,
  ],
  ['forgets that a statement was withdrawn', `delete from withdrawn_statement`],
  ['says so of another', `update withdrawn_statement set id = 'stm-other'`],
  [
    'posts a leg that its kind never has',
    `insert into posting select '$C', 'pst-x', max(no) + 1, 'deposit', now(), '{}', 2, 31 from posting where contract_id = '$C'`,
    entry('pst-x', 'frozen', 1),
    `rollback`,
  ],
];

refusesToEverybody(
  [...Object.values(hostile).flat(), ...atOnce].map(([does, ...script]): Hostile => [does, script.join(';\n')]),
  () => ({ db: app.deps.db, script: app.ownerScript, names: { C: contractId, O: owed }, everything }),
);

it('every deferred guard has an attack that checks it early', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where condeferrable and connamespace = 'public'::regnamespace
    order by conname`.execute(app.deps.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(hostile).sort());
});

it('a statement is checked once its settlement is touched, even if the queued row is removed', async () => {
  const claimed = `alter table entry disable trigger entry_fits_statements;
    select ledger_post('$C', 'USD', 'pst-x', 'deduct', now(), '{"statementID":"$O"}',
      '[{"account":"cash","kind":"cash","amount":"-1"},{"account":"receivable:$O","kind":"receivable","ref":"$O","amount":"1"}]');
    insert into settlement (contract_id, statement_id, posting_id, kind, amount, settled_at) values ('$C', '$O', 'pst-x', 'cash', 1, now());
    delete from statement_to_prove`
    .replaceAll('$C', contractId)
    .replaceAll('$O', owed);
  await expect(app.ownerScript(`begin; ${claimed}; commit`)).rejects.toThrow(/^Statement .* asks for/);
});

async function everything() {
  const { db } = app.deps;
  expect([...(await verifyLedger(db)), ...(await verifyPayments(db))]).toEqual([]);
  return {
    statements: await db.selectFrom('statement').selectAll().orderBy('month').execute(),
    closed: await db.selectFrom('closed_month').selectAll().orderBy('month').execute(),
    waiting: await db.selectFrom('waiting_month').selectAll().execute(),
    postings: await db.selectFrom('posting').selectAll().orderBy('no').execute(),
    entries: await db.selectFrom('entry').selectAll().orderBy('account').orderBy('version').execute(),
    settled: await db.selectFrom('settlement').selectAll().execute(),
    tiers: await db.selectFrom('tier').selectAll().execute(),
    rated: await db.selectFrom('rated_day').selectAll().orderBy('day').execute(),
  };
}
