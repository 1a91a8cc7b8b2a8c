import type { AccountEpisode } from '@usance/api/billing/account-period';
import type { AccountPeriod } from '@usance/api/billing/available-balance';
import type { Generated } from 'kysely';
import type { Service } from '../../contract/datacloud/service.ts';

declare module '#platform/postgres/database.ts' {
  interface Database {
    account_episode: {
      contract_id: string;
      no: number;
      cause: AccountEpisode['cause'];
      t0: Date;
      opened_at: Date;
      stopped_at: Date | null;
      stopped_ms: Generated<string>;
      resumed_at: Date | null;
      ended_at: Date | null;
      ended_how: NonNullable<AccountEpisode['ended']>['how'] | null;
      reason: string | null;
    };
    account_period: {
      contract_id: string;
      looked_at: Date | null;
      beyond_since: Date | null;
      late_from: Date | null;
      look_at: Date | null;
      mark: 'moved' | 'rated' | null;
      service: Generated<Service>;
      follow_at: Date | null;
    };
    account_told: {
      contract_id: string;
      period: AccountPeriod;
      is_low: boolean;
      t0: Date | null;
      late_since: Date | null;
    };
  }
}
