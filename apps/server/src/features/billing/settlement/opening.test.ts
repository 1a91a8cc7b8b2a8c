import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migratePostgres } from '#platform/postgres/migrate.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import { openOlderPostgres } from '#testing/test-postgres.ts';
import { bareContract } from '../../money/ledger/ledger.fixture.ts';
import { balancesOf } from '../../money/ledger/ledger.queries.ts';
import { verifyLedger } from '../../money/ledger/verify-ledger.ts';
import { verifyPayments } from './verify-payments.ts';

let old: Postgres;
beforeAll(async () => {
  old = await openOlderPostgres({ before: '0019' });
});
afterAll(() => old.close());

it('a database of an earlier version gets a credit account, and a row for each payment', async () => {
  const [carries, plain, torn] = [await bareContract(old), await bareContract(old), await bareContract(old)];
  // Statements of the earlier version: credit was in statements only, and signing booked just the payable amount.
  await signedBefore(carries, '2026-05', { amount: '-30' });
  await signedBefore(carries, '2026-06', { amount: '10', credit: '10' });
  await signedBefore(carries, '2026-07', { amount: '15', credit: '5', owed: '10', cash: '4' });
  await signedBefore(plain, '2026-07', { amount: '8', owed: '8', cash: '8' });
  await signedBefore(torn, '2026-07', { amount: '8', credit: '8' });

  await migratePostgres(old);

  expect(await balancesOf(old.db, carries)).toMatchObject({ credit: '15.00000000', cash: '0.00000000' });
  expect(await balancesOf(old.db, plain)).toMatchObject({ credit: '0.00000000' });
  const paid = await old.db
    .selectFrom('settlement')
    .select(['statement_id', 'kind', 'amount'])
    .where('contract_id', 'in', [carries, plain])
    .execute();
  expect(paid.map(({ statement_id, kind, amount }) => [statement_id, kind, amount].join(' ')).sort()).toEqual(
    [
      `stm-${carries}-2026-06 credit 10.00000000`,
      `stm-${carries}-2026-07 cash 4.00000000`,
      `stm-${carries}-2026-07 credit 5.00000000`,
      `stm-${plain}-2026-07 cash 8.00000000`,
    ].sort(),
  );
  expect(await verifyLedger(old.db)).toEqual([]);
  // The statement whose credit has no source cannot be repaired; it is reported and kept.
  const problems = await verifyPayments(old.db);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.filter((problem) => !problem.startsWith(torn))).toEqual([]);
});

async function signedBefore(
  contract: string,
  month: string,
  { amount, credit = '0', owed = '0', cash = '0' }: { amount: string; credit?: string; owed?: string; cash?: string },
): Promise<void> {
  const id = `stm-${contract}-${month}`;
  const memo = JSON.stringify({ statementID: id, statementStart: `${month}-01T00:00:00.000Z` });
  const posted = (kind: string, legs: [string, string, string | null, string][]) => {
    const entries = legs.map(([account, of, ref, moved]) => ({ account, kind: of, ref, amount: moved }));
    return sql`select ledger_post(${contract}, 'USD', ${`pst-${contract}-${month}-${kind}`}, ${kind}, now(),
      ${memo}::jsonb, ${JSON.stringify(entries)}::jsonb)`;
  };
  await old.db.transaction().execute(async (tx) => {
    await sql`insert into closed_month values (${contract}, ${month}, now())`.execute(tx);
    await sql`insert into statement (contract_id, id, month, contract_name, customer_name, currency, start_at, end_at,
        statement_on, due_on, confirm_at, deduct_at, overdue_from, signed_at, line_count, digest, exact_amount, amount,
        voucher_deducted, credit_applied, payable, confirm_state, cash_deducted)
      values (${contract}, ${id}, ${month}, 'A', 'A', 'USD', ${`${month}-01T00:00:00Z`}, now(), now(), now(), now(),
        now(), now(), now(), 0, repeat('0', 64), ${amount}, ${amount}, 0, ${credit},
        greatest(${amount}::numeric, 0) - ${credit}::numeric, 'confirmed', ${cash})`.execute(tx);
    const receivable = `receivable:${id}`;
    if (owed !== '0') {
      await posted('sign', [
        [receivable, 'receivable', id, `-${owed}`],
        ['revenue', 'revenue', null, owed],
      ]).execute(tx);
    }
    if (cash === '0') return;
    await posted('deposit', [
      ['cash', 'cash', null, cash],
      ['bank', 'bank', null, `-${cash}`],
    ]).execute(tx);
    await posted('deduct', [
      ['cash', 'cash', null, `-${cash}`],
      [receivable, 'receivable', id, cash],
    ]).execute(tx);
  });
}
