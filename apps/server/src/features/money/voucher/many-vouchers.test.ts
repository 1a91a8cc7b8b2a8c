import { formatDecimal, sum } from '@usance/money/decimal';
import { parseBillingMonth } from '@usance/period/billing-month';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Work } from '#platform/context/context.ts';
import type { Tx } from '#platform/postgres/database.ts';
import { openPostgres, type Postgres } from '#platform/postgres/open-postgres.ts';
import { contract } from '#testing/builders.ts';
import { startTestApp } from '#testing/test-app.ts';
import { verifyPayments } from '../../billing/settlement/verify-payments.ts';
import { deleteStatements } from '../../billing/statement/signing/delete-statements.ts';
import { signStatement } from '../../billing/statement/signing/sign-statement.ts';
import { costing, inOneHour } from '../../billing/statement/statement.fixture.ts';
import { type LockedContract, lockContract } from '../../contract/contract/contract.queries.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { grantVoucher } from './issue-voucher.ts';
import { verifyVouchers } from './verify-vouchers.ts';
import { writeBack, writeOff } from './write-off.ts';

let app: Awaited<ReturnType<typeof startTestApp>>;
/** New connections without cached plans. */
let counted: Postgres;
beforeAll(async () => {
  app = await startTestApp({ now: '2026-09-01T00:00:00Z' });
  counted = await openPostgres(app.postgresUrl);
});
afterAll(async () => {
  await counted.close();
  await app.close();
});

const month = parseBillingMonth('2026-09');
const signedAt = new Date('2026-10-02T09:00:00Z');
const endedAt = new Date('2026-10-03T00:00:00Z');

/**
 * The most rows read of each table for each additional voucher. A plan that reads all legs of a posting for each leg
 * reads 140 more.
 */
const mostRead = 20;

type Step = (work: Work, locked: LockedContract) => Promise<unknown>;

/** A contract with `count` vouchers of 3. */
async function withVouchers(count: number): Promise<{ id: string; parts: { id: string; amount: string }[] }> {
  const { id } = await contract(app);
  const granted = { denomination: '3', valid_days: 30, origin: 'operator', init_voucher_id: null, reason: '' } as const;
  const parts = await app.deps.db.transaction().execute(async (tx) => {
    const locked = await lockContract(tx, id);
    const all: { id: string; amount: string }[] = [];
    while (all.length < count) {
      const voucher = await grantVoucher({ tx, now: app.clock.now() }, locked, { ...granted, isBound: true });
      all.push({ id: voucher.id, amount: '1' });
    }
    return all;
  });
  return { id, parts };
}

/**
 * The rows of each table that each step reads and writes, triggers included, when money of all vouchers of a contract
 * moves.
 */
async function touchedWith({ id, parts }: Awaited<ReturnType<typeof withVouchers>>) {
  const lines = [costing(formatDecimal(sum(parts.map(() => '3'))))];
  let statement = '';
  const touched = {
    signed: await touchedBy(id, signedAt, async (work, locked) => {
      statement = (await signStatement(work, locked, { month, rated: inOneHour(lines, month), earlier: [] })).id;
    }),
    withdrawn: await touchedBy(id, signedAt, (work, locked) =>
      deleteStatements({ ...work, contract: locked }, { query: { ids: [statement] } }),
    ),
    writtenOff: await touchedBy(id, endedAt, (work, locked) => writeOff(work, locked, parts)),
    writtenBack: await touchedBy(id, endedAt, (work, locked) => writeBack(work, locked, parts)),
  };
  return Object.entries(touched).flatMap(([step, tables]) =>
    [...tables].map(([table, rows]) => [`${step}: ${table}`, rows] as const),
  );
}

async function touchedBy(id: string, now: Date, step: Step): Promise<Map<string, number>> {
  return counted.db.transaction().execute(async (tx) => {
    // PostgreSQL scans small tables, which would not happen with large ones.
    await sql`set local enable_seqscan = off`.execute(tx);
    const before = await touchedSoFar(tx);
    await step({ tx, now, log: app.deps.log }, await lockContract(tx, id));
    await sql`set constraints all immediate`.execute(tx);
    const after = await touchedSoFar(tx);
    return new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]));
  });
}

async function touchedSoFar(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; touched: string }>`
    select relname as name, seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del as touched
    from pg_stat_xact_user_tables where schemaname = 'public'`.execute(tx);
  return new Map(rows.map(({ name, touched }) => [name, Number(touched)]));
}

it('signing and withdrawing a month that many vouchers pay, and writing vouchers off and back, touch a few rows for each voucher', async () => {
  const [some, more] = [await withVouchers(20), await withVouchers(120)];
  await app.ownerScript('analyze');
  const few = new Map(await touchedWith(some));
  const many = await touchedWith(more);
  const each = many.map(([name, rows]) => [name, (rows - (few.get(name) ?? 0)) / 100] as const);
  expect(each.filter(([, rows]) => rows > mostRead)).toEqual([]);
  // Within a transaction, each write reads the row's earlier versions, which are not counted.
  expect(each.filter(([name, rows]) => name.endsWith('voucher_total') && rows > 0)).toEqual([]);
  const { db } = app.deps;
  expect([...(await verifyLedger(db)), ...(await verifyPayments(db)), ...(await verifyVouchers(db))]).toEqual([]);
});
