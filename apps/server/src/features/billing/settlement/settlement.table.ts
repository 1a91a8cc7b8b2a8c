import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written by ledger_settle in the database and by nothing else: an insert here is a type error. */
type Kept<T> = ColumnType<T, never, never>;

declare module '#platform/postgres/database.ts' {
  interface Database {
    settlement: {
      contract_id: Kept<string>;
      statement_id: Kept<string>;
      posting_id: Kept<string>;
      kind: Kept<'voucher' | 'credit' | 'cash'>;
      ref: Kept<string | null>;
      account: GeneratedAlways<string>;
      amount: Kept<string>;
      settled_at: Kept<Date>;
      reversed_by: ColumnType<string | null, never, string>;
    };
    /** Has rows inside transactions only: what touches a settlement has its statement proved by one. */
    statement_to_prove: { contract_id: Kept<string>; statement_id: Kept<string> };
  }
}
