import type { ColumnType } from 'kysely';
import type { AccountKind, PostingKind } from './ledger.ts';

/** A column that only ledger_post in the database writes; an insert or update here is a type error. */
type Kept<T> = ColumnType<T, never, never>;

declare module '#platform/postgres/database.ts' {
  interface Database {
    ledger_account: {
      contract_id: Kept<string>;
      id: Kept<string>;
      kind: Kept<AccountKind>;
      ref: Kept<string | null>;
      balance: Kept<string>;
      version: Kept<string>;
    };
    posting: {
      contract_id: Kept<string>;
      id: Kept<string>;
      no: Kept<string>;
      kind: Kept<PostingKind>;
      at: Kept<Date>;
      memo: Kept<Record<string, string>>;
      legs: Kept<number>;
      bank_after: Kept<string>;
    };
    entry: {
      contract_id: Kept<string>;
      account: Kept<string>;
      version: Kept<string>;
      posting_id: Kept<string>;
      amount: Kept<string>;
      balance_after: Kept<string>;
    };
  }
}
