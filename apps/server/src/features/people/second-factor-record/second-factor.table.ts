import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    second_factor: {
      account_id: string;
      key_id: string;
      secret: string;
      begun_at: Date;
      enabled_at: Generated<Date | null>;
      last_step: Generated<number | null>;
      wrong_codes: Generated<number>;
    };
    recovery_code: { account_id: string; code_hash: string };
  }
}
