import type { BillingVersion } from '@usance/api/contract/billing-version';

declare module '#platform/postgres/database.ts' {
  interface Database {
    contract_billing_version: {
      contract_id: string;
      id: string;
      billing_version: BillingVersion;
      effective_from: Date;
      creator: string;
      created_at: Date;
    };
  }
}
