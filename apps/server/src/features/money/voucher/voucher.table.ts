import type { ColumnType } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    voucher: {
      contract_id: string;
      id: string;
      denomination: string;
      valid_days: number;
      origin: 'operator' | 'accountInit';
      init_voucher_id: string | null;
      reason: string;
      created_at: Date;
      start_at: Date | null;
      end_at: Date | null;
      /** The database sets `balance` and `lapsed` from the ledger. */
      balance: ColumnType<string, never, never>;
      lapsed: ColumnType<string, never, never>;
      ending_told_at: ColumnType<Date | null, Date | undefined, Date>;
    };
    /** The database sets it from the vouchers. */
    voucher_total: { contract_id: ColumnType<string, never, never>; bound: ColumnType<string, never, never> };
  }
}
