import type { CashHold } from '@usance/api/money/hold';
import type { HoldReasonCode } from '@usance/api/money/hold-reason';
import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    cash_hold: {
      contract_id: string;
      id: string;
      cause: CashHold['cause'];
      amount: string;
      state: Generated<CashHold['state']>;
      reason_code: HoldReasonCode | null;
      reason: string | null;
      begun_by: string | null;
      begun_at: Date;
      datacloud_id: string | null;
      counterpart_account_name: string | null;
      counterpart_account_number: string | null;
      counterpart_account_opening_bank: string | null;
      proposed_by: string | null;
      proposed_at: Date | null;
      proposed_code: HoldReasonCode | null;
      proposed_reason: string | null;
      ended_by: string | null;
      ended_at: Date | null;
      end_code: HoldReasonCode | null;
      end_reason: string | null;
    };
  }
}
