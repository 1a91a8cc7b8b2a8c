import { type RawBuilder, sql } from 'kysely';
import type { DbOrTx } from '#platform/postgres/database.ts';

export interface Balances {
  /** Free cash, held cash and carried credit; `bank` is free plus held cash. Decimal strings with 8 places. */
  readonly cash: string;
  readonly frozen: string;
  readonly credit: string;
  readonly bank: string;
}

/** The contract's bank balance and held cash just before an instant. */
export function bankBefore(db: DbOrTx, contractId: string, end: Date): Promise<Pick<Balances, 'bank' | 'frozen'>> {
  return db
    .selectFrom('posting')
    .innerJoin('entry', (join) =>
      join.onRef('entry.contract_id', '=', 'posting.contract_id').onRef('entry.posting_id', '=', 'posting.id'),
    )
    .select(sql<string>`coalesce(sum(entry.amount), 0)::numeric(38, 8)`.as('bank'))
    .select(
      sql<string>`coalesce(sum(entry.amount) filter (where entry.account = 'frozen'), 0)::numeric(38, 8)`.as('frozen'),
    )
    .where('posting.contract_id', '=', contractId)
    .where('posting.at', '<', end)
    .where('entry.account', 'in', ['cash', 'frozen'])
    .executeTakeFirstOrThrow();
}

/** The contract's balances without its vouchers, of which there may be thousands. All 0 before the first posting. */
export async function balancesOf(db: DbOrTx, contractId: string): Promise<Balances> {
  const { rows } = await sql<{ has: Balances }>`select ${balancesJson(sql`${contractId}`)} as has`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A statement without FROM returned no row');
  return row.has;
}

/** SQL: the same as JSON, to be read with other facts about a contract. */
export function balancesJson(contractId: RawBuilder<unknown>): RawBuilder<Balances> {
  const sumOf = (...ids: string[]) =>
    sql`coalesce(sum(balance) filter (where id = any(${ids})), 0)::numeric(38, 8)::text`;
  return sql`(select json_build_object('cash', ${sumOf('cash')}, 'frozen', ${sumOf('frozen')},
      'credit', ${sumOf('credit')}, 'bank', ${sumOf('cash', 'frozen')})
    from ledger_account where ledger_account.contract_id = ${contractId} and id in ('cash', 'frozen', 'credit'))`;
}
