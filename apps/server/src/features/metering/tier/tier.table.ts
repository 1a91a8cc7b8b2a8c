import type { TieredRate } from '@usance/api/metering/tier';
import type { Generated, GeneratedAlways } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    tiered_rate: {
      contract_id: string;
      id: string;
      tier_mode: TieredRate['tierMode'];
      source_kind: TieredRate['source']['kind'];
      source_id: string | null;
      effective_from: Date;
      effective_to: Date | null;
      ended_by_next: Generated<boolean>;
      temporary: Generated<boolean>;
      created_at: Date;
    };
    tier: {
      contract_id: string;
      tiered_rate_id: string;
      tier_level: number;
      tier_below: GeneratedAlways<number | null>;
      min_threshold: string;
      max_threshold: string | null;
      discount_rate: string;
    };
  }
}
