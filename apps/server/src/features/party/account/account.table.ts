import type { Generated, JSONColumnType } from 'kysely';

/** Profile fields by name, each a text. */
export type Traits = Record<string, string>;

declare module '../../../platform/postgres/database.ts' {
  interface Database {
    account: {
      id: string;
      identifier: string;
      password_hash: string;
      traits: JSONColumnType<Traits, string | undefined, string>;
      created_at: Date;
    };
    session: { id: string; account_id: string; token_hash: string; created_at: Date; expires_at: Date };
    sign_in_failure: { identifier: string; failures: number; locked_until: Date | null };
    internal_token: {
      id: string;
      token_hash: string;
      scopes: string[];
      created_at: Date;
      revoked_at: Generated<Date | null>;
    };
  }
}
