import type { Generated, JSONColumnType } from 'kysely';

/** Profile fields by name. */
export type Traits = Record<string, string>;

declare module '#platform/postgres/database.ts' {
  interface Database {
    account: {
      id: string;
      identifier: string;
      password_hash: string;
      traits: JSONColumnType<Traits, string | undefined, string>;
      created_at: Date;
    };
    session: {
      id: string;
      account_id: string;
      token_hash: string;
      device: string;
      address: string;
      created_at: Date;
      expires_at: Date;
      last_used_at: Date;
      proved_at: Date;
      operator_id: Generated<string | null>;
      operator_session_id: Generated<string | null>;
      known_device: Generated<string | null>;
    };
    sign_in_failure: {
      identifier: string;
      device: string;
      failures: number;
      locked_until: Date | null;
      failed_at: Date;
    };
    sign_in_address: { address: string; failures: number; counted_to: Date };
    known_device: { token_hash: string; account_id: string; signed_in_at: Date };
  }
}
