import type { Currency } from '@usance/money/currency';
import type { BillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../../platform/clock.ts';
import { migratePostgres } from '../../../platform/postgres/migrate.ts';
import type { Postgres } from '../../../platform/postgres/open-postgres.ts';
import { silent } from '../../../testing/silent-log.ts';
import type { Records } from '../../../testing/test-app.ts';
import { openOlderPostgres } from '../../../testing/test-postgres.ts';
import { openEpisode } from '../../billing/account-period/account-period.queries.ts';
import { follow, followDue } from '../../billing/account-period/follow-due.ts';
import { moving } from '../../billing/account-period/moving-money.ts';
import { verifyAccountPeriods } from '../../billing/account-period/verify-account-periods.ts';
import { bankBalance, bankSummary, listBankMovements } from '../../billing/bank/bank.queries.ts';
import { listDeductions } from '../../billing/deduction/deduction.queries.ts';
import { signedWithVoucher } from '../../billing/settlement/settlement.fixture.ts';
import { verifyPayments } from '../../billing/settlement/verify-payments.ts';
import { changeConfirmations, type StateChange } from '../../billing/statement/confirming/change-confirmation.ts';
import { deleteStatements } from '../../billing/statement/signing/delete-statements.ts';
import { costing, signed } from '../../billing/statement/statement.fixture.ts';
import { getContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { builtInProvisioner } from '../../contract/datacloud/provisioner.ts';
import { bareContract, deposited } from '../../money/ledger/ledger.fixture.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';

let old: Postgres;
let app: Records & { clock: ManualClock };
beforeEach(async () => {
  old = await openOlderPostgres({
    before: '0030',
    and: ['0037-resumed-at.sql', '0065-notification.sql', '0090-offer-of-a-line.sql'],
  });
  await standIn();
  app = { deps: { db: old.db, log: silent }, clock: new ManualClock('2026-01-01T00:00:00Z') };
});
afterEach(() => old.close());

it('months of studies that an earlier version signed are taken off the books: nothing on them is owed, held or late', async () => {
  const [study, used, bought] = [await begun(), await begun(), await begun()];
  await history(study);
  await history(bought);
  await usedForLong(used);
  await imported(study);
  await imported(used);
  const [studyBefore, boughtBefore] = [await kept(study), await kept(bought)];
  expect(studyBefore.statements).toHaveLength(5);
  expect(studyBefore.balances).toMatchObject({ frozen: '15.00000000', 'voucher:vch-a': '2.00000000' });
  for (const each of [study, used]) expect(await openEpisode(old.db, each)).toBeDefined();

  await migrate();

  const after = await kept(study);
  expect(after).toMatchObject({ statements: [], closed: [], waiting: [] });
  expect(after.postings.slice(0, studyBefore.postings.length)).toEqual(studyBefore.postings);
  expect(after.postings.length).toBeGreaterThan(studyBefore.postings.length);
  expect(after.settled.filter(({ reversed_by }) => reversed_by === null)).toEqual([]);
  const withdrawn = await old.db.selectFrom('withdrawn_statement').select('id').orderBy('id').execute();
  expect(withdrawn).toEqual(studyBefore.statements.map(({ id }) => ({ id })).sort((a, b) => (a.id < b.id ? -1 : 1)));
  // What was paid in, and the voucher, are whole again.
  expect(after.balances).toEqual({
    bank: '-27.00000000',
    cash: '27.00000000',
    'voucher:vch-a': '8.00000000',
    voucher_grant: '-8.00000000',
  });
  expect(await kept(bought)).toEqual(boughtBefore);
  await assertSound();

  await followDue({ ...app.deps, provisioner: builtInProvisioner }, new Date('2030-01-01T00:00:00Z'));
  for (const each of [study, used]) expect(await openEpisode(old.db, each)).toBeUndefined();
  expect(await openEpisode(old.db, bought)).toBeDefined();
  await assertSound();

  // Guards are as they were.
  const emptied = sql`delete from statement where contract_id = ${bought} and confirm_state = 'confirmed'`.execute(
    old.db,
  );
  await expect(emptied).rejects.toThrow('never deleted');

  // Once more, where people had withdrawn a month by then.
  await sql`insert into waiting_month values (${study}, '2025-06', now(), 'withdrawn')`.execute(old.db);
  await sql`delete from schema_migration where name like '0034%'`.execute(old.db);
  await migratePostgres(old);
  expect(await kept(study)).toEqual(after);
  expect(await kept(bought)).toEqual(boughtBefore);
});

it.each([
  ['a part of it', '7'],
  ['all of it', '20'],
])(
  'a month that credit paid and whose dispute was upheld is taken off the books like any other: %s',
  async (_, credit) => {
    const study = await begun();
    await sign(study, '2025-07', '-20');
    const { id } = await sign(study, '2025-08', '20');
    await upheld(study, id, credit);
    await sign(study, '2025-09', '5');
    await imported(study);
    await migrate();
    expect(await kept(study)).toMatchObject({ statements: [], balances: {} });
    await assertSound();
  },
);

it('credit that was given, used and given again never falls below 0 while it is taken off the books', async () => {
  const study = await begun();
  await sign(study, '2025-05', '-20');
  await deposited(app, study, '30');
  await upheld(study, (await sign(study, '2025-06', '35')).id, '30');
  await upheld(study, (await sign(study, '2025-07', '25')).id, '3');
  await sign(study, '2025-08', '-4.5');
  await sign(study, '2025-09', '50');
  await imported(study);
  await migrate();
  expect(await kept(study)).toMatchObject({
    statements: [],
    balances: { bank: '-30.00000000', cash: '30.00000000' },
  });
  await assertSound();
});

it.each([
  ['its usage came from a meter', true],
  ['it has no usage', false],
])(
  'a contract that people ended, when nothing said since when, keeps what it was billed and has paid: %s',
  async (_, used) => {
    const customer = await begun();
    if (used) await metered(customer, 'meter-7');
    const paid = await sign(customer, '2025-07', '20');
    await deposited(app, customer, '20');
    await change(customer, '2026-01-10', { id: paid.id, confirmState: 'confirmed' });
    await sql`update contract set state = 'End' where id = ${customer}`.execute(old.db);
    const before = await kept(customer);
    await migrate();
    expect(await kept(customer)).toEqual(before);
    expect(await isStudy(customer)).toBe(false);
  },
);

it('a month of theirs that people had withdrawn waits for them again, and one that they signed again does not', async () => {
  const customer = await begun('CNY');
  await metered(customer, 'meter-7');
  await withdraw(customer, (await sign(customer, '2025-07', '20')).id);
  await withdraw(customer, (await sign(customer, '2025-08', '20')).id);
  await sign(customer, '2025-08', '21');
  await sql`update contract set state = 'End' where id = ${customer}`.execute(old.db);
  const { waiting } = await kept(customer);
  expect(waiting).toEqual([{ month: '2025-07' }]);
  await migrate();
  expect((await kept(customer)).waiting).toEqual(waiting);
  await assertSound();
});

it('an import that broke off before it sent any usage stays a study', async () => {
  const study = await begun();
  await sql`update contract set state = 'End' where id = ${study}`.execute(old.db);
  await migrate();
  expect(await isStudy(study)).toBe(true);
});

it('cash that had paid a study’s months, and is there again, is shown as never deducted', async () => {
  const study = await begun();
  await deposited(app, study, '25');
  const paid = await sign(study, '2025-07', '20');
  await change(study, '2026-01-10', { id: paid.id, confirmState: 'confirmed' });
  await imported(study);
  const contract = await getContract(old.db, study);
  const shown = async () => {
    const sums = await bankSummary({ db: old.db, contract }, { query: {} });
    const page = { pageNum: 1, pageSize: 10, orderBy: 'gmtTime', ordering: 'asc' } as const;
    const { items } = await listBankMovements({ db: old.db, contract }, { query: page });
    const { balance } = await bankBalance({ db: old.db, contract }, { query: {} });
    const taken = await listDeductions({ db: old.db, contract }, { query: { ...page, orderBy: 'gmtCreated' } });
    return [sums.depositAmount, sums.deductAmount, items.map(({ type }) => type), taken.totalSize, balance];
  };
  expect(await shown()).toEqual(['25.00000000', '20.00000000', ['deposit', 'deduct'], 1, '5.00000000']);
  await migrate();
  expect(await shown()).toEqual(['25.00000000', '0.00000000', ['deposit'], 0, '25.00000000']);
});

async function withdraw(contractId: string, id: string): Promise<void> {
  await old.db.transaction().execute(async (tx) => {
    const work = { tx, now: app.clock.now(), log: silent };
    await moving(work, await lockContract(tx, contractId), (contract) =>
      deleteStatements({ ...work, contract }, { query: { ids: [id] } }),
    );
  });
}

async function isStudy(id: string): Promise<boolean> {
  const found = await old.db.selectFrom('contract').select('is_study').where('id', '=', id).executeTakeFirstOrThrow();
  return found.is_study;
}

/** What an import of a cost file did to its contract, before it said that it is a study. */
async function imported(contractId: string): Promise<void> {
  await metered(contractId, `focus:${contractId}`);
  await sql`update contract set state = 'End' where id = ${contractId}`.execute(old.db);
}

async function metered(contractId: string, source: string): Promise<void> {
  const { rows } = await sql<{ batch_no: string }>`
    insert into usage_batch (contract_id, month, rows, accepted_at, moved_at)
    values (${contractId}, '2025-07', 1, '2025-07-02Z', '2025-07-02Z') returning batch_no`.execute(old.db);
  await sql`insert into usage_key (source, id, content_hash, batch_no)
    values (${source}, 'line-2', '\\x00', ${rows[0]?.batch_no})`.execute(old.db);
}

function sign(contractId: string, month: string, amount: string) {
  return signed(app, { contractId, month, lines: [costing(amount)], at: '2026-01-02T10:00:00Z' });
}

/** A dispute of a statement that gives credit. */
async function upheld(contractId: string, id: string, credit: string): Promise<void> {
  await change(contractId, '2026-01-10', { id, confirmState: 'confirmed' });
  await change(contractId, '2026-01-11', { id, confirmState: 'manualProcessing' });
  await change(contractId, '2026-01-11', { id, confirmState: 'confirmed', credit });
}

/** That version knew no vouchers, terms, tiers, marketplaces or sandboxes: what stands in their stead lets the code of now look for some. */
async function standIn(): Promise<void> {
  await sql`create table voucher (contract_id text, id text, denomination numeric, valid_days int, origin text, init_voucher_id text,
    reason text, created_at timestamptz, start_at timestamptz, end_at timestamptz, balance numeric default 0, lapsed numeric default 0)`.execute(
    old.db,
  );
  await sql`create table voucher_total (contract_id text, bound numeric)`.execute(old.db);
  await sql`create table credit_limit (contract_id text, amount numeric, effective_from timestamptz, effective_to timestamptz, temporary boolean)`.execute(
    old.db,
  );
  await sql`create table grace_period (contract_id text, grace_days int, extension_days int, suspension_days int, backup_days int,
    effective_from timestamptz, effective_to timestamptz, temporary boolean)`.execute(old.db);
  await sql`create table balance_warning (contract_id text, threshold numeric, is_below boolean, times_told int)`.execute(
    old.db,
  );
  await sql`create table marketplace_share (contract_id text, link_id text, month text, hour timestamptz, amount numeric)`.execute(
    old.db,
  );
  await sql`create table marketplace_link (contract_id text, id text, from_hour timestamptz, ended_at timestamptz)`.execute(
    old.db,
  );
  await sql`create table marketplace_meter (contract_id text, link_id text, settled_at timestamptz)`.execute(old.db);
  await sql`alter table statement add marketplace_metered numeric(38, 8) not null default 0`.execute(old.db);
  await sql`alter table account_period add service text, add follow_at timestamptz`.execute(old.db);
  await sql`alter table account_told add t0 timestamptz, add late_since timestamptz`.execute(old.db);
  await sql`alter table rated_day add carried_in numeric, add before_tiers numeric, add slices bigint,
    add hour_starts timestamptz[], add hour_amounts numeric[]`.execute(old.db);
  await sql`create function billing_zone(text) returns text language sql immutable as $$select 'UTC'$$`.execute(old.db);
  await sql`create function product_now() returns timestamptz language sql volatile as 'select clock_timestamp()'`.execute(
    old.db,
  );
}

async function standInNoMore(): Promise<void> {
  await sql`drop table voucher, voucher_total, credit_limit, grace_period, balance_warning,
    marketplace_share, marketplace_link, marketplace_meter`.execute(old.db);
  await sql`alter table statement drop marketplace_metered`.execute(old.db);
  await sql`alter table account_period drop service, drop follow_at`.execute(old.db);
  await sql`alter table account_told drop t0, drop late_since`.execute(old.db);
  await sql`alter table rated_day drop carried_in, drop before_tiers, drop slices, drop hour_starts, drop hour_amounts`.execute(
    old.db,
  );
  await sql`drop function product_now(), billing_zone(text)`.execute(old.db);
}

async function migrate(): Promise<void> {
  await standInNoMore();
  await migratePostgres(old);
}

async function begun(currency?: Currency): Promise<string> {
  const id = await bareContract(old, currency);
  await sql`update contract set commencing_on = '2025-01-01Z' where id = ${id}`.execute(old.db);
  return id;
}

/**
 * A month below 0, one that its credit, cash and an upheld dispute paid, one in dispute with cash held, one that a voucher
 * paid in part, one that nobody looked at, and one that people withdrew; and nobody paid until it was too late.
 */
async function history(contractId: string): Promise<void> {
  await sign(contractId, '2025-07', '-20');
  const paid = await sign(contractId, '2025-08', '50');
  await deposited(app, contractId, '12');
  await upheld(contractId, paid.id, '3');
  const disputed = await sign(contractId, '2025-09', '40');
  await deposited(app, contractId, '15');
  await change(contractId, '2026-01-11', { id: disputed.id, confirmState: 'manualProcessing' });
  const voucher = { id: 'vch-a', balance: '8', pays: '6' };
  await signedWithVoucher(app, { contractId, month: '2025-10', amount: '10', voucher });
  await sign(contractId, '2025-11', '10');
  await sql`insert into waiting_month values (${contractId}, '2025-12', now(), 'withdrawn')`.execute(old.db);
  await follow(app.deps, contractId, new Date('2026-02-01T00:00:00Z'));
  await follow(app.deps, contractId, new Date('2026-11-01T00:00:00Z'));
}

/** Usage that nobody has paid, seen and seen again when it was too late. */
async function usedForLong(contractId: string): Promise<void> {
  await sql`insert into rated_day (contract_id, day, run_no, rows, amount, rated_through, rated_at)
    values (${contractId}, '2026-01-02', nextval('purchase_run_no'), 1, 7, '2026-01-03Z', '2026-01-03Z')`.execute(
    old.db,
  );
  for (const day of ['2026-01-03', '2026-02-01', '2026-11-01'])
    await follow(app.deps, contractId, new Date(`${day}T00:00:00Z`));
}

async function change(contractId: string, day: string, changed: StateChange): Promise<void> {
  const now = new Date(`${day}T00:00:00Z`);
  await old.db.transaction().execute(async (tx) => {
    const work = { tx, now, log: silent };
    const all = ['confirm', 'dispute', 'endDispute'] as const;
    await moving(work, await lockContract(tx, contractId), (contract) =>
      changeConfirmations(work, contract, [changed], all),
    );
  });
}

async function assertSound(): Promise<void> {
  const { db } = old;
  expect([...(await verifyLedger(db)), ...(await verifyPayments(db)), ...(await verifyAccountPeriods(db))]).toEqual([]);
}

async function kept(contractId: string) {
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(old.db)).rows;
  const balances = await rowsOf<{ id: string; balance: string }>(
    sql`select id, balance from ledger_account where contract_id = ${contractId} and balance <> 0 order by id`,
  );
  return {
    statements: await rowsOf<{ id: string }>(
      sql`select * from statement where contract_id = ${contractId} order by month`,
    ),
    closed: await rowsOf<{ month: BillingMonth }>(
      sql`select month from closed_month where contract_id = ${contractId} order by month`,
    ),
    waiting: await rowsOf<{ month: BillingMonth }>(
      sql`select month from waiting_month where contract_id = ${contractId}`,
    ),
    postings: await rowsOf<{ id: string }>(sql`select * from posting where contract_id = ${contractId} order by no`),
    settled: await rowsOf<{ reversed_by: string | null }>(
      sql`select * from settlement where contract_id = ${contractId} order by posting_id, account`,
    ),
    balances: Object.fromEntries(balances.map(({ id, balance }) => [id, balance])),
  };
}
