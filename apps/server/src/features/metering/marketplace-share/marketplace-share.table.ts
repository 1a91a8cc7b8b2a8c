import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_share: {
      contract_id: string;
      link_id: string;
      month: string;
      hour: Date;
      amount: string;
      decided_hour: Generated<string>;
    };
  }
}
