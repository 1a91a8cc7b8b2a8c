import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    discount: {
      contract_id: string;
      id: string;
      rate: string;
      effective_from: Date;
      effective_to: Date | null;
      ended_by_next: Generated<boolean>;
      temporary: Generated<boolean>;
      reason: Generated<string>;
      created_at: Generated<Date>;
    };
  }
}
