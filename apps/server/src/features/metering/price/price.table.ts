import type { Price } from '@usance/api/metering/price';
import type { Generated } from 'kysely';

declare module '#platform/postgres/database.ts' {
  interface Database {
    price: {
      id: string;
      sku_id: string;
      contract_id: string | null;
      currency: Price['currency'];
      unit_price: string;
      list_price: string;
      price_unit: string;
      effective_from: Date;
      effective_to: Date | null;
      ended_by_next: Generated<boolean>;
      goes_on: Generated<boolean>;
      passing: Generated<boolean>;
      origin_kind: Generated<Price['origin']['kind']>;
      origin_id: string | null;
    };
  }
}
