import type { HourDecision, MarketplaceAdjustment, MarketplaceHour } from '@usance/api/marketplace/marketplace-hour';
import type { MetersBy } from '@usance/api/marketplace/marketplace-link';
import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    marketplace_meter: {
      contract_id: string;
      link_id: string;
      first_hour: Date;
      next_hour: Date;
      due_at: Date;
      pushed: Generated<string>;
      rated: Generated<string>;
      settled_at: Date | null;
    };
    marketplace_hour: {
      contract_id: string;
      link_id: string;
      id: string;
      hour: Date;
      dimension: string;
      quantity: string;
      unit: string;
      cumulative: string;
      meters_by: MetersBy;
      meter_key: string;
      state: MarketplaceHour['state'];
      accepted: Generated<string>;
      record_id: string | null;
      failure: string | null;
      tries: Generated<number>;
      unanswered: Generated<number>;
      in_doubt: Generated<boolean>;
      decision: Generated<HourDecision | null>;
      next_try_at: Date | null;
      sending_until: Generated<Date | null>;
      deadline: Date;
      created_at: Date;
      ended_at: Date | null;
    };
    marketplace_adjustment: {
      contract_id: string;
      link_id: string;
      id: string;
      hour: Date;
      dimension: string;
      reason: MarketplaceAdjustment['reason'];
      amount: string;
      created_at: Date;
    };
  }
}
