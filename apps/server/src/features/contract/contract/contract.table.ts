import type { Contract } from '@usance/api/contract/contract';
import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    contract: {
      id: string;
      sign_id: string;
      brought_sign_id: Generated<boolean>;
      state: Contract['state'];
      creator: string | null;
      tags: string;
      name: Generated<string>;
      seller: Generated<string>;
      bank_account: Generated<string>;
      buyer_type: Contract['buyerType'];
      buyer_name: string;
      service_type: Contract['serviceType'];
      currency: Contract['currency'];
      commencing_on: Date;
      ended_at: Date | null;
      is_study: Generated<boolean>;
      created_at: Date;
      shares_costs: Generated<boolean>;
    };
    contract_sign_day: { day: string; last: number };
  }
}
