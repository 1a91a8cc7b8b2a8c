import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    installation: { id: boolean; epoch: string; begun_at: Date };
    usage_database: { id: Generated<boolean>; joined_at: Date };
  }
}
