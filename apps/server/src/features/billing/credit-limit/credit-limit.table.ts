import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    credit_limit: {
      contract_id: string;
      id: string;
      amount: string;
      effective_from: Date;
      effective_to: Date | null;
      ended_by_next: Generated<boolean>;
      temporary: Generated<boolean>;
      reason: string;
      created_at: Date;
    };
  }
}
