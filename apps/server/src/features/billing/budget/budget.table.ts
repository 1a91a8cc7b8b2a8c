import type { BudgetFilter, BudgetLimit } from '@usance/api/billing/budget';
import type { Generated, JSONColumnType } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    budget: {
      contract_id: string;
      id: string;
      name: string;
      amount: string;
      filter: JSONColumnType<BudgetFilter, string, string>;
      warnings: number[];
      forecast_warnings: number[];
      at_limit: BudgetLimit;
      created_at: Date;
      terms_since: Date;
      marks: Generated<string>;
      counted: Generated<string>;
      month: string | null;
      spent: string | null;
      expected: string | null;
      expected_at: Date | null;
      counted_at: Date | null;
      stopped_ids: Generated<string[]>;
      gone_on_in: string | null;
      gone_on_by: string | null;
    };
  }
}
