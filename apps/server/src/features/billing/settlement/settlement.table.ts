import type { ColumnType, GeneratedAlways } from 'kysely';

/** Only the database function `ledger_settle` writes it, so an insert here is a type error. */
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
    /** Has rows only inside transactions: a change of a settlement queues its statement for a check. */
    statement_to_prove: { contract_id: Kept<string>; statement_id: Kept<string> };
  }
}
