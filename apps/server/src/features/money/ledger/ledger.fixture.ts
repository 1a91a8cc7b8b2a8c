import { contractId } from '@usance/api/wire';
import type { Currency } from '@usance/money/currency';
import { sql } from 'kysely';
import { newId } from '#platform/ids.ts';
import type { DbOrTx } from '#platform/postgres/database.ts';
import type { Postgres } from '#platform/postgres/open-postgres.ts';
import type { Records } from '#testing/test-app.ts';
import { openTestPostgres, type TestPostgres } from '#testing/test-postgres.ts';
import { lockContract } from '../../contract/contract/contract.queries.ts';
import type { LedgerAccount, Leg, PostingKind } from './ledger.ts';
import { post } from './post.ts';

/** A database without the triggers that tie the ledger to statements and vouchers; all other guards are on. */
export async function openLedgerAlone(): Promise<TestPostgres> {
  const postgres = await openTestPostgres();
  await postgres.script(`alter table entry disable trigger entry_fits_statements;
    alter table posting disable trigger deduction_pays_a_statement;
    alter table entry disable trigger entry_moves_voucher`);
  return postgres;
}

/** A contract row without anything else. */
export async function bareContract(postgres: Postgres, currency: Currency = 'USD'): Promise<string> {
  const id = newId(contractId);
  await sql`insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
    values (${id}, ${id}, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', ${currency}, now(), now())`.execute(postgres.db);
  return id;
}

/** Posts in a transaction of its own. */
export function move(postgres: Postgres, id: string, kind: PostingKind, entries: readonly Leg[]) {
  return postgres.db
    .transaction()
    .execute(async (tx) =>
      post(tx, await lockContract(tx, id), { kind, at: new Date('2026-10-15T12:00:00Z'), entries }),
    );
}

/** Two legs that move an amount from one account to another. */
export function between(from: LedgerAccount, to: LedgerAccount, amount: string): Leg[] {
  return [
    { account: from, amount: `-${amount}` },
    { account: to, amount },
  ];
}

export const cash = { kind: 'cash' } as const;
export const frozen = { kind: 'frozen' } as const;
export const bankAccount = { kind: 'bank' } as const;
export const revenue = { kind: 'revenue' } as const;
export const receivable = { kind: 'receivable', id: 'stm-aaaa' } as const;

/** The amount still owed on all or some of a contract's statements, never negative. */
export async function owedOn(db: DbOrTx, contractId: string, statementIds?: readonly string[]): Promise<string> {
  let receivables = db
    .selectFrom('ledger_account')
    .select(sql<string>`coalesce(-sum(balance), 0)::numeric(38, 8)`.as('owed'))
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'receivable');
  if (statementIds) receivables = receivables.where('ref', 'in', [...statementIds]);
  const { owed } = await receivables.executeTakeFirstOrThrow();
  return owed;
}

/** The total balance of a contract's vouchers, whatever their state. */
export async function onVouchers(db: DbOrTx, contractId: string): Promise<string> {
  const { held } = await db
    .selectFrom('ledger_account')
    .select(sql<string>`coalesce(sum(balance), 0)::numeric(38, 8)`.as('held'))
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'voucher')
    .executeTakeFirstOrThrow();
  return held;
}

/** Posts a deposit. */
export async function deposited(app: Records, contractId: string, amount: string) {
  await app.deps.db.transaction().execute(async (tx) =>
    post(tx, await lockContract(tx, contractId), {
      kind: 'deposit',
      at: app.clock.now(),
      entries: [
        { account: { kind: 'cash' }, amount },
        { account: { kind: 'bank' }, amount: `-${amount}` },
      ],
    }),
  );
}
