import type { Currency } from '@usance/money/currency';

declare module '#platform/postgres/database.ts' {
  interface Database {
    next_to_sign: { contract_id: string; currency: Currency; month: string };
  }
}
