import type { Generated, GeneratedAlways } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    audit_change: {
      contract_id: string;
      id: GeneratedAlways<string>;
      written_in: Generated<string>;
      of: string;
      before: Record<string, unknown> | null;
      after: Record<string, unknown> | null;
    };
  }
}
