import type { Generated, GeneratedAlways } from 'kysely';

declare module '../../../platform/postgres/database.ts' {
  interface Database {
    usage_key: { source: string; id: string; content_hash: Buffer };
    usage_batch: {
      contract_id: string;
      batch_no: GeneratedAlways<string>;
      id: Generated<string>;
      month: string | null;
      rows: number;
      payload: string | null;
      accepted_at: Date;
      moved_at: Generated<Date | null>;
      claim: Generated<string | null>;
      claimed_until: Generated<Date | null>;
      set_aside_at: Generated<Date | null>;
      failure: Generated<string | null>;
      failures: Generated<number>;
      failed_at: Generated<Date | null>;
    };
    usage_to_count: { contract_id: string; through_batch: string };
  }
}
