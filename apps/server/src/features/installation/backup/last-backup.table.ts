import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    last_backup: { id: Generated<boolean>; taken_at: Date };
  }
}
