import type { Contract } from '@usance/api/contract';

declare module '../../../platform/postgres/database.ts' {
  interface Database {
    contract: {
      id: string;
      sign_id: string;
      state: Contract['state'];
      creator: string | null;
      tags: string;
      buyer_type: Contract['buyerType'];
      buyer_name: string;
      service_type: Contract['serviceType'];
      currency: Contract['currency'];
      commencing_on: Date;
      ended_at: Date | null;
      created_at: Date;
    };
    contract_sign_day: { day: string; last: number };
  }
}
