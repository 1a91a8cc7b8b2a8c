import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    installation_mode: { id: Generated<boolean>; is_sandbox: boolean };
    sandbox_clock: {
      id: Generated<boolean>;
      is_sandbox: Generated<boolean>;
      shows: Date;
      set_at: Date;
      goal: Date | null;
      stepped_at: Generated<Date>;
    };
  }
}
