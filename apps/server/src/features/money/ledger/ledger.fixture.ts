import { sql } from 'kysely';
import { newId } from '../../../platform/ids.ts';
import { migratePostgres } from '../../../platform/postgres/migrate.ts';
import type { Postgres } from '../../../platform/postgres/open-postgres.ts';
import { openTestPostgres } from '../../../testing/test-postgres.ts';
import type { LedgerAccount, Leg, PostingKind } from './ledger.ts';
import { post } from './post.ts';

/** A migrated database without the server around it, for tests of the ledger alone. */
export async function openLedger(): Promise<Postgres> {
  const postgres = await openTestPostgres();
  await migratePostgres(postgres);
  return postgres;
}

/** A contract that exists and no more. */
export async function bareContract(postgres: Postgres): Promise<string> {
  const id = newId('ct');
  await sql`insert into contract (id, sign_id, state, tags, buyer_type, buyer_name, service_type, currency, commencing_on, created_at)
    values (${id}, ${id}, 'Active', 'Acme', 'E', 'Acme Ltd', 'saas', 'USD', now(), now())`.execute(postgres.db);
  return id;
}

/** Moves money in a transaction of its own. */
export function move(postgres: Postgres, contractId: string, kind: PostingKind, entries: readonly Leg[]) {
  return postgres.db
    .transaction()
    .execute((tx) => post(tx, { contractId, currency: 'USD', kind, at: new Date('2026-10-15T12:00:00Z'), entries }));
}

/** Two legs: what one account gives and the other gets. */
export function between(from: LedgerAccount, to: LedgerAccount, amount: string): Leg[] {
  return [
    { account: from, amount: `-${amount}` },
    { account: to, amount },
  ];
}

export const cash = { kind: 'cash' } as const;
export const frozen = { kind: 'frozen' } as const;
export const bank = { kind: 'bank' } as const;
export const revenue = { kind: 'revenue' } as const;
export const receivable = { kind: 'receivable', id: 'stm-aaaa' } as const;
