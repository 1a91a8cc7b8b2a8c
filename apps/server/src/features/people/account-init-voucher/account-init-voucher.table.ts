import type { Currency } from '@usance/money/currency';

declare module '#platform/postgres/database.ts' {
  interface Database {
    account_init_voucher: {
      id: string;
      account_id: string;
      denomination: string;
      currency: Currency;
      valid_days: number;
      created_at: Date;
    };
  }
}
