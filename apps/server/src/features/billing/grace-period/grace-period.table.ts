import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    grace_period: {
      contract_id: string;
      id: string;
      grace_days: number;
      extension_days: number;
      suspension_days: number;
      backup_days: number;
      effective_from: Date;
      effective_to: Date | null;
      ended_by_next: Generated<boolean>;
      temporary: Generated<boolean>;
      reason: string;
      created_at: Date;
    };
  }
}
