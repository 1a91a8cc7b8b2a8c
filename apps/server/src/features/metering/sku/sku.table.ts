import type { Sku } from '@usance/api/metering/sku';
import type { GeneratedAlways } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    sku: {
      id: string;
      sku_no: GeneratedAlways<number>;
      product: string;
      type: string;
      sub_type: string;
      billing_item: string;
      tier: string;
      resource_kind: Sku['resourceKind'];
      cost_kind: Sku['costKind'];
      cloud_provider: Sku['cloudProvider'];
      region: string;
      edition: Sku['edition'];
      unit: string;
    };
  }
}
