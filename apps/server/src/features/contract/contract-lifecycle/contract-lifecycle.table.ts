import type { Contract } from '@usance/api/contract/contract';
import type { ContractLifecycle } from '@usance/api/contract/contract-lifecycle';

declare module '#platform/postgres/database.ts' {
  interface Database {
    contract_lifecycle: {
      contract_id: string;
      id: string;
      from_state: Contract['state'];
      state: Contract['state'];
      reason: string;
      successor_id: string | null;
      effective_at: Date;
      progress: ContractLifecycle['progress'];
      refusal: string | null;
      created_at: Date;
    };
  }
}
