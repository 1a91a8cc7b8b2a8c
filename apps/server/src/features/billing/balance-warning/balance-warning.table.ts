import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    balance_warning: {
      contract_id: string;
      threshold: string;
      is_below: Generated<boolean>;
      times_told: Generated<number>;
    };
  }
}
