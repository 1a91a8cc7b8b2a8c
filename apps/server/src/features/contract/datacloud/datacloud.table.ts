import type { Datacloud } from '@usance/api/contract/datacloud';
import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    datacloud: {
      contract_id: string;
      id: string;
      name: string;
      state: Datacloud['state'];
      edition: Datacloud['edition'];
      cloud: Datacloud['cloud'];
      region: string;
      region_id: string;
      region_name: string;
      region_url: string;
      creator: string;
      created_at: Date;
      deleted_at: Date | null;
      since: Date | null;
      stopped: Generated<boolean>;
    };
    datacloud_former_contract: { contract_id: string; datacloud_id: string; from_at: Date | null; to_at: Date };
  }
}
