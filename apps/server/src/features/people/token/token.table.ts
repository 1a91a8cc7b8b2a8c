import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    internal_token: {
      id: string;
      name: string;
      token_hash: string;
      scopes: string[];
      created_at: Date;
      last_used_at: Generated<Date | null>;
      revoked_at: Generated<Date | null>;
    };
  }
}
