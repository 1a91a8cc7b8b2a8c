import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    purchase_blacklist: {
      contract_id: string;
      id: string;
      sku_id: string;
      effective_from: Date;
      effective_to: Date | null;
      ended_by_next: Generated<boolean>;
      temporary: Generated<boolean>;
      reason: Generated<string>;
      created_at: Generated<Date>;
    };
  }
}
