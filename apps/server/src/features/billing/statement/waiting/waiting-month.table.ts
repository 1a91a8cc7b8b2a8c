import type { WaitingMonth } from '@usance/api/billing/waiting-month';

declare module '#platform/postgres/database.ts' {
  interface Database {
    waiting_month: { contract_id: string; month: string; since: Date; reason: WaitingMonth['reason'] };
  }
}
