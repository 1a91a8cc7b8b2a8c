import type { Generated, GeneratedAlways } from 'kysely';

declare module '../../../platform/postgres/database.ts' {
  interface Database {
    usage_key: { source: string; id: string; content_hash: Buffer };
    usage_batch: {
      contract_id: string;
      batch_no: GeneratedAlways<string>;
      rows: number;
      payload: string | null;
      accepted_at: Date;
      moved_at: Generated<Date | null>;
    };
  }
}
