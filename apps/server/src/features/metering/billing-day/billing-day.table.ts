import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    usage_day: { contract_id: string; day: string; rows: string; quantity: string };
    usage_dirty_day: { contract_id: string; day: string; version: Generated<string>; marked_at: Generated<Date> };
    rated_day: {
      contract_id: string;
      day: string;
      run_no: string;
      rows: string;
      amount: string;
      rated_through: Date;
      rated_at: Date;
      quantity: string | null;
      carried_in: string | null;
      before_tiers: string | null;
      slices: string | null;
      hour_starts: Date[] | null;
      /** Read through `unnest` only: the driver turns the amounts in an array into JavaScript numbers. */
      hour_amounts: string[] | null;
    };
  }
}
