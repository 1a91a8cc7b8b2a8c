import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    usage_key: { key: string; content_hash: string; batch_no: string };
    usage_batch: {
      contract_id: string;
      batch_no: Generated<string>;
      id: Generated<string>;
      month: string;
      rows: number;
      payload: string | null;
      accepted_at: Date;
      moved_at: Generated<Date | null>;
      claim: Generated<string | null>;
      claimed_until: Generated<Date | null>;
      sent_as: Generated<string | null>;
      set_aside_at: Generated<Date | null>;
      failure: Generated<string | null>;
      failures: Generated<number>;
      failed_at: Generated<Date | null>;
      lost_at: Generated<Date | null>;
      again_of: Generated<string | null>;
      keys_dropped_at: Generated<Date | null>;
      hash_total: string;
    };
    forgotten_batches: {
      contract_id: string;
      month: string;
      batches: string;
      rows: string;
      hash_total: string;
      last_no: string;
    };
  }
}
