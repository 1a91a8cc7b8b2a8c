import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    calendar_tick: { id: Generated<boolean>; last_at: Date };
  }
}
