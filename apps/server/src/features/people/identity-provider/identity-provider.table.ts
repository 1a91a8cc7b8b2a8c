import type { RefusedFor } from '@usance/api/people/identity-provider';
import type { GeneratedAlways } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    identity_provider: {
      id: string;
      domain: string;
      name: string;
      entity_id: string;
      sign_on_url: string;
      certificates: string[];
      makes_accounts: boolean;
      created_at: Date;
    };
    provider_refusal: {
      provider_id: string;
      no: GeneratedAlways<string>;
      at: Date;
      about: RefusedFor;
      reason: string;
    };
    provider_link: { provider_id: string; name_id: string; account_id: string; linked_at: Date };
  }
}
