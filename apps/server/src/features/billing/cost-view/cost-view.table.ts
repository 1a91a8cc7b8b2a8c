import type { CostAnalysis, ViewMail } from '@usance/api/billing/cost-view';
import type { JSONColumnType } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    cost_view: {
      contract_id: string;
      id: string;
      account_id: string;
      name: string;
      shared: boolean;
      analysis: JSONColumnType<CostAnalysis, string, string>;
      created_at: Date;
    };
    cost_view_mail: {
      contract_id: string;
      view_id: string;
      account_id: string;
      sent_on: Exclude<ViewMail, 'none'>;
      next_at: Date;
    };
  }
}
