import { sql } from 'kysely';
import type { DbOrTx } from '../../../platform/postgres/database.ts';

export interface Balances {
  /** Free cash, held cash, vouchers, credit carried, and `bank`: free and held cash together. Decimal strings with 8 places. */
  readonly cash: string;
  readonly frozen: string;
  readonly voucher: string;
  readonly credit: string;
  readonly bank: string;
}

/** What a contract has; all 0 before its first posting. */
export async function balancesOf(db: DbOrTx, contractId: string): Promise<Balances> {
  const sumOf = (...kinds: string[]) =>
    sql<string>`coalesce(sum(balance) filter (where kind = any(${kinds})), 0)::numeric(38, 8)`;
  return db
    .selectFrom('ledger_account')
    .select([
      sumOf('cash').as('cash'),
      sumOf('frozen').as('frozen'),
      sumOf('voucher').as('voucher'),
      sumOf('credit').as('credit'),
      sumOf('cash', 'frozen').as('bank'),
    ])
    .where('contract_id', '=', contractId)
    .executeTakeFirstOrThrow();
}
