import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    sso_request: {
      id: string;
      provider_id: string;
      browser_hash: string;
      target: string;
      expires_at: Date;
      ticket_hash: Generated<string | null>;
      provider_hash: Generated<string | null>;
      name_id: Generated<string | null>;
      identifier: Generated<string | null>;
      used_at: Generated<Date | null>;
    };
    sso_assertion: { provider_id: string; assertion_id: string; expires_at: Date };
  }
}
